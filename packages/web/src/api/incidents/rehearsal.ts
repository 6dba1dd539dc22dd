import type {
  RehearsalLine,
  RuleEvenings,
  RulePreview,
  RuleRehearsal,
} from "@shardwatch/core/contract/incident/rehearsal";
import type { RuleDefinition } from "@shardwatch/core/contract/incident/own-rule";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { config } from "../../lib/settings/config.ts";
import { ApiError } from "../../lib/errors.ts";
import { callApi } from "../head-start.ts";
import { send } from "../client.ts";

/** What decides on what a rule finds. */
export type Previewed = Pick<RuleDefinition, "scope" | "when" | "worse" | "clear" | "unknown">;

/** One call with a rule. @throws ApiError */
async function post(path: string, rule: object, signal: AbortSignal): Promise<Response> {
  const response = await send(() =>
    callApi(`${config().apiUrl}${path}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(rule),
      signal,
    }),
  );
  if (response.ok) return response;
  throw new ApiError(response.status, await response.json().catch(() => undefined));
}

const kept = { placeholderData: keepPreviousData, staleTime: 30_000, retry: false } as const;

/** What a rule finds now. The figures of the text before stay until the new ones come. */
export const rulePreviewQuery = (rule: Previewed | undefined) =>
  queryOptions({
    queryKey: ["rule preview", rule],
    queryFn: async ({ signal }) =>
      (await (await post("/rules/preview", rule ?? {}, signal)).json()) as RulePreview,
    enabled: rule !== undefined,
    ...kept,
  });

/** What a rule would have matched at the end of each of the last 30 days. */
export const ruleEveningsQuery = (rule: Previewed | undefined) =>
  queryOptions({
    queryKey: ["rule evenings", rule],
    queryFn: async ({ signal }) =>
      (await (await post("/rules/evenings", rule ?? {}, signal)).json()) as RuleEvenings,
    enabled: rule !== undefined,
    ...kept,
  });

/** The largest text without a line break that is waited for, in characters. */
const longestLine = 2_000_000;

/**
 * POST /rules/rehearsal: tries a rule on the last 30 days. The answer comes line by line, with its progress.
 * @throws ApiError; Error with the API's reason, and when the answer ends before its result
 */
export async function rehearse(
  rule: RuleDefinition,
  onProgress: (progress: { done: number; of: number }) => void,
  signal: AbortSignal,
): Promise<RuleRehearsal> {
  // A new rule may have no name yet.
  const { name, ...rest } = rule;
  const response = await post("/rules/rehearsal", name === "" ? rest : rule, signal);
  let text = "";
  for await (const chunk of textOf(response)) {
    const lines = `${text}${chunk}`.split("\n");
    text = lines.pop() ?? "";
    for (const line of lines.filter((each) => each.trim() !== "")) {
      const read = JSON.parse(line) as RehearsalLine;
      if ("result" in read) return read.result;
      if ("problem" in read) throw new Error(read.problem.title);
      onProgress(read.progress);
    }
    if (text.length > longestLine) break;
  }
  throw new Error("The answer ended early. Try it again.");
}

/** The text of an answer as it comes. Safari has no iterator for a stream. */
async function* textOf({ body }: Response): AsyncGenerator<string> {
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
  for (;;) {
    const part = await reader?.read();
    if (!part || part.done) return;
    yield part.value;
  }
}

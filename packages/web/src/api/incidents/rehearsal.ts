import type {
  RehearsalLine,
  RuleEvenings,
  RulePreview,
  RuleRehearsal,
} from "@shardwatch/core/contract/incident/rehearsal";
import type { RuleDefinition } from "@shardwatch/core/contract/incident/own-rule";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { ApiError } from "../../lib/errors.ts";
import { config } from "../../lib/settings/config.ts";
import { send } from "../client.ts";
import { callApi } from "../head-start.ts";

/** What decides on what a rule finds. */
export type Previewed = Pick<RuleDefinition, "scope" | "when" | "worse" | "clear" | "unknown">;

const kept = { placeholderData: keepPreviousData, staleTime: 30_000, retry: false } as const;

/** A rehearsal may wait for its turn for 20 seconds. A gateway ends it after 30. In milliseconds. */
const longestRehearsal = 30_000;

interface PostOptions {
  /** For people who see all organizations; others have one. */
  organizationId: string | undefined;
  /** The time limit, in milliseconds, of a call that may take longer than others. */
  longest?: number;
  /** Ends the call. */
  signal: AbortSignal;
}

/**
 * One call about a rule, as the contract has it. The client with the types of the routes knows answers of one JSON object
 * only.
 * @throws ApiError
 */
async function post(
  path: string,
  rule: object,
  { organizationId, signal, longest }: PostOptions,
): Promise<Response> {
  const query = organizationId === undefined ? "" : `?${new URLSearchParams({ organizationId })}`;
  const init = {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(rule),
    signal,
  };
  const response = await send(() => callApi(`${config().apiUrl}${path}${query}`, init, longest));
  if (!response.ok) throw new ApiError(response.status, await response.json().catch(() => undefined));
  return response;
}

/** What a rule finds now. The figures of the text before stay until the new ones come. */
export const rulePreviewQuery = (rule: Previewed | undefined, organizationId?: string) =>
  queryOptions({
    queryKey: ["rule preview", organizationId ?? "own", rule],
    queryFn: async ({ signal }) => {
      const response = await post("/rules/preview", rule ?? {}, { organizationId, signal });
      return (await response.json()) as RulePreview;
    },
    enabled: rule !== undefined,
    ...kept,
  });

/** What a rule would have matched at the end of each of the last 30 days. */
export const ruleEveningsQuery = (rule: Previewed | undefined, organizationId?: string) =>
  queryOptions({
    queryKey: ["rule evenings", organizationId ?? "own", rule],
    queryFn: async ({ signal }) => {
      const response = await post("/rules/evenings", rule ?? {}, { organizationId, signal });
      return (await response.json()) as RuleEvenings;
    },
    enabled: rule !== undefined,
    ...kept,
  });

/** The largest text without a line break that is waited for, in characters. */
const longestLine = 2_000_000;

interface RehearsalOptions extends PostOptions {
  onProgress: (progress: { done: number; of: number }) => void;
}

/**
 * POST /rules/rehearsal: tries a rule on the last 30 days. The answer comes line by line, with its progress.
 * @throws ApiError; Error with the API's reason, and when the answer ends before its result
 */
export async function rehearse(
  rule: RuleDefinition,
  { organizationId, onProgress, signal }: RehearsalOptions,
): Promise<RuleRehearsal> {
  // A new rule may have no name yet.
  const { name, ...rest } = rule;
  const asked = name === "" ? rest : rule;
  const response = await post("/rules/rehearsal", asked, {
    organizationId,
    signal,
    longest: longestRehearsal,
  });
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
async function* textOf({ body }: Pick<Response, "body">): AsyncGenerator<string> {
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
  for (;;) {
    const part = await reader?.read();
    if (!part || part.done) return;
    yield part.value;
  }
}

import type { Incident } from "@shardwatch/core/contract/incident/incident";
import { incidentSeverities } from "@shardwatch/core/contract/incident/words";
import { minute, second } from "@shardwatch/core/kit/time";
import type { Api } from "../api/api.ts";
import { command, type Work } from "../command.ts";
import { durationIn } from "../duration.ts";
import { exit, type ExitCode, Failure, wrongUsage } from "../exit.ts";
import { countIn } from "./count.ts";
import { incidentFields, printedIncidents } from "./incident-columns.ts";
import { pagesOf } from "./pages.ts";

const largestPage = 200;
const usualPast = 50;
/** The API looks at an organization once a minute, and a token has 120 calls in one. */
const shortestInterval = 10 * second;

/** Whether an incident is at least so urgent. */
export const isFrom = ({ severity }: Pick<Incident, "severity">, least: string): boolean =>
  incidentSeverities.indexOf(severity) <= incidentSeverities.findIndex((one) => one === least);

const options = {
  past: { help: "those that are over, the newest first" },
  severity: { value: "least", words: incidentSeverities, help: "only those of at least this severity" },
  limit: { value: "number", help: `how many past ones at most; ${usualPast} without it` },
  watch: { help: "go on, and print each incident that opens, changes or ends" },
  every: { value: "duration", help: "how often to ask with --watch; 1m without it" },
} as const;

export const incidents = command({
  name: "incidents",
  summary: "List what is wrong, the most urgent first",
  most: 0,
  about: [
    "One incident has one cause, however many deployments it concerns.",
    "With `--watch`, the state of an incident that is over says why: `recovered`, `deleted`, `patched`. A failed question is said, and asked again.",
  ],
  options,
  fields: incidentFields,
  examples: [
    { line: "shardwatch incidents", does: "All open incidents." },
    { line: "shardwatch incidents --past --limit 200", does: "The last 200 that are over." },
    { line: "shardwatch incidents --watch --ndjson", does: "Each change as an object, until Ctrl-C." },
  ],
  async run(work) {
    const { values, api, output, say } = work;
    const least = values.severity ?? "info";
    if (values.watch && (values.past || output.wanted.form === "json"))
      throw wrongUsage("--watch goes with open incidents, and with --ndjson instead of --json.");
    const client = api();
    if (values.past) {
      const pages = pagesOf(
        async (cursor, limit) => {
          const query = { state: "past" as const, limit: String(limit), ...(cursor && { cursor }) };
          const { incidents: rows, nextCursor } = await client.get("/incidents", { query });
          return { rows: rows.filter((one) => isFrom(one, least)), nextCursor };
        },
        largestPage,
        countIn("limit", values.limit) ?? usualPast,
      );
      await output.rows(pages, printedIncidents);
      return exit.done;
    }
    const open = await openOnes(client, least);
    await output.rows([open], printedIncidents);
    if (open.length === 0 && output.isDrawn) say("No incident is open.");
    return values.watch ? await watch(work, client, open) : exit.done;
  },
});

async function openOnes(client: Api, least: string): Promise<Incident[]> {
  const { incidents: open } = await client.get("/incidents", { query: { state: "open" } });
  return open.filter((one) => isFrom(one, least));
}

/** Prints what happens to incidents until nobody reads it any more. */
async function watch(
  { values, output, machine, say }: Work<typeof options>,
  client: Api,
  before: readonly Incident[],
): Promise<ExitCode> {
  const interval = values.every === undefined ? minute : durationIn("every", values.every);
  if (interval < shortestInterval) throw wrongUsage("--every is 10s at least.");
  let known = new Map(before.map((one) => [one.id, one]));
  while (!machine.stdout.isClosed) {
    await machine.wait(interval);
    try {
      const open = await openOnes(client, values.severity ?? "info");
      const now = new Map(open.map((one) => [one.id, one]));
      const gone = [...known.keys()].filter((id) => !now.has(id));
      const ended = await Promise.all(
        gone.map(async (id) => await client.get("/incidents/:id", { param: { id }, query: {} })),
      );
      output.further([...ended, ...open.filter((one) => isOther(one, known.get(one.id)))], printedIncidents);
      known = now;
    } catch (error) {
      if (!(error instanceof Failure) || error.exitCode !== exit.trouble) throw error;
      say(`${error.message} It is asked again.`);
    }
  }
  return exit.done;
}

const isOther = (one: Incident, before: Incident | undefined): boolean =>
  !before ||
  one.sequence !== before.sequence ||
  one.severity !== before.severity ||
  (one.acknowledged === null) !== (before.acknowledged === null) ||
  (one.silencedUntil === null) !== (before.silencedUntil === null);

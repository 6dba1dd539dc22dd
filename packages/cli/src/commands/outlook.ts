import type { MemoryOutlook } from "@shardwatch/core/contract/outlook/outlook";
import { command } from "../command.ts";
import { exit } from "../exit.ts";
import { filterIn, lineOf } from "../filter.ts";
import type { Column, Tone } from "../output/column.ts";
import { countIn } from "./count.ts";
import { pagesOf } from "./pages.ts";

const largestPage = 1_000;
const usualDays = 90;

const words: Partial<Record<MemoryOutlook["say"], string>> = {
  date: "fills",
  unclear: "grows",
  full: "at its limit",
};

/** How bad it is to be full counts where it is so now. */
const toneOf = ({ say, level }: MemoryOutlook): Tone | undefined =>
  say === "full" && level !== "ok" ? level : undefined;

/** Bytes as a number. */
const bytes = (text: string | null) => (text === null ? undefined : BigInt(text));

const columns: readonly Column<MemoryOutlook>[] = [
  { name: "say", cell: ({ say }) => words[say] ?? say, tone: toneOf },
  { name: "database", cell: ({ database }) => database.name ?? database.id },
  { name: "deployment", cell: ({ deploymentName }) => deploymentName },
  { name: "earliest", unit: "time", cell: ({ earliest }) => earliest ?? undefined },
  { name: "likely", unit: "time", cell: ({ likely }) => likely ?? undefined },
  { name: "latest", unit: "time", cell: ({ latest }) => latest ?? undefined },
  { name: "used", unit: "bytes", cell: ({ used }) => bytes(used) },
  { name: "limit", unit: "bytes", cell: ({ limit }) => (limit === "0" ? null : bytes(limit)) },
  { name: "perDay", header: "a day", unit: "bytes", cell: ({ perDay }) => bytes(perDay) },
  { name: "days", unit: "count", cell: ({ days }) => days ?? undefined },
  { name: "trend", cell: ({ trend }) => trend ?? undefined },
  { name: "whenFull", header: "when full", cell: ({ whenFull }) => whenFull },
  { name: "policy", cell: ({ policy }) => policy ?? undefined },
  { name: "stale", cell: ({ isStale }) => (isStale ? "yes" : "no") },
  { name: "deploymentId", cell: ({ deploymentId }) => deploymentId },
];

/** What is said without rows. @param unjudged databases of which nothing can be said */
const nothingFound = (unjudged: number): string =>
  unjudged === 0
    ? "No database grows to its limit."
    : `No database is known to grow to its limit. Nothing can be said of ${unjudged} yet: see --all.`;

export const outlook = command({
  name: "outlook",
  summary: "List the databases whose memory grows to its limit, the soonest first",
  words: "[filter…]",
  takesFilter: true,
  about: [
    "A date lies between `earliest` and `latest`. It follows from the daily peaks up to the last midnight of UTC and from the limit of now.",
    "`--all` lists every database: also what does not grow, what is known for too few days, and what has no limit.",
  ],
  options: {
    within: { value: "days", help: `how far ahead; ${usualDays} without it` },
    all: { help: "every database" },
    limit: { value: "number", help: "how many at most" },
  },
  fields: [
    "deploymentId",
    "deploymentName",
    "organizationId",
    "type",
    "source",
    "isStale",
    "database",
    "used",
    "limit",
    "policy",
    "share",
    "say",
    "earliest",
    "likely",
    "latest",
    "days",
    "within",
    "perDay",
    "trend",
    "fullAt",
    "level",
    "whenFull",
  ] satisfies (keyof MemoryOutlook)[],
  examples: [
    { line: "shardwatch outlook --within 14", does: "What is full within two weeks." },
    {
      line: "shardwatch outlook policy:noeviction --json database,earliest",
      does: "Where writes will fail.",
    },
  ],
  async run({ values, words: given, api, output, say }) {
    const filter = filterIn(given);
    const most = countIn("limit", values.limit);
    const within = countIn("within", values.within);
    const question = {
      ...lineOf(filter),
      ...(within !== undefined && { within: String(within) }),
      ...(values.all && { all: "true" as const }),
    };
    const client = api();
    let unjudged = 0;
    const pages = pagesOf(
      async (cursor, limit) => {
        const query = { ...question, limit: String(limit), ...(cursor && { cursor }) };
        const { items, nextCursor, counts } = await client.get("/outlook", { query });
        unjudged = counts.early + counts.unknown + counts.tiered;
        return { rows: items, nextCursor };
      },
      largestPage,
      most,
    );
    const count = await output.rows(pages, {
      columns,
      usual: ["say", "database", "deployment", "earliest", "latest", "perDay", "whenFull", "stale"],
      objectOf: (item: MemoryOutlook) => item,
    });
    if (count === 0 && output.isDrawn) say(nothingFound(unjudged));
    return exit.done;
  },
});

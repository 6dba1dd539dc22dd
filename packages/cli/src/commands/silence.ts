import { everything } from "@shardwatch/core/contract/filter/filter";
import { formatFilter } from "@shardwatch/core/contract/filter/format";
import { ruleIds } from "@shardwatch/core/contract/incident/rules";
import type { Silence, SilenceScope } from "@shardwatch/core/contract/incident/silence";
import { longestSilenceDays } from "@shardwatch/core/contract/incident/silence-words";
import { isId } from "@shardwatch/core/kit/ids";
import type { Api } from "../api/api.ts";
import { command } from "../command.ts";
import { lineOf } from "../configuration/line-of.ts";
import { durationIn } from "../duration.ts";
import { exit, Failure, wrongUsage } from "../exit.ts";
import { filterIn } from "../filter.ts";
import type { Column } from "../output/column.ts";
import { ruleIdOf, type RuleNames, ruleNamesFor } from "./own-rules.ts";

/** What a silence covers, in words. */
export const scopeText = (scope: Silence["scope"], names: RuleNames): string => {
  if (scope.kind === "incident") return scope.title;
  if (scope.kind === "rule") return `rule ${names.get(scope.rule) ?? scope.rule}`;
  return lineOf(scope.filter) || "every deployment";
};

const columnsWith = (names: RuleNames): readonly Column<Silence>[] => [
  { name: "id", cell: ({ id }) => id },
  { name: "covers", cell: ({ scope }) => scopeText(scope, names) },
  { name: "from", unit: "time", cell: ({ from }) => from },
  { name: "until", unit: "time", cell: ({ until }) => until },
  { name: "reason", cell: ({ reason }) => reason },
  { name: "by", cell: ({ createdBy }) => createdBy.name ?? undefined },
];

export const silence = command({
  name: "silence",
  summary: "Silence deployments, a rule or an incident, and list or end silences",
  words: "[filter…]",
  takesFilter: true,
  about: [
    "Nobody is notified about what is silenced until it ends. Incidents open and close all the same.",
    "The token needs the scope `incidents`. Without a filter and without an option, the silences are listed.",
  ],
  options: {
    for: { value: "duration", help: `how long: 30m, 2h, 7d; ${longestSilenceDays} days at most` },
    reason: { value: "text", short: "m", help: "why, for the others; it is required" },
    rule: {
      value: "rule",
      words: ruleIds,
      isOpen: true,
      help: "the incidents of a rule instead of deployments: a built-in one, or one of yours by its name or id",
    },
    incident: { value: "id", help: "one incident instead of deployments" },
    all: { help: "say that every deployment is meant, also where a filter matches all" },
    end: { value: "id", help: "end a silence now" },
  },
  fields: [
    "id",
    "organizationId",
    "scope",
    "from",
    "until",
    "reason",
    "createdBy",
    "createdAt",
    "managedBy",
    "revision",
  ] satisfies (keyof Silence)[],
  examples: [
    { line: "shardwatch silence", does: "The silences that run or begin later." },
    {
      line: 'shardwatch silence region:eu-west-1 --for 2h -m "Maintenance"',
      does: "Deployments of a region.",
    },
    {
      line: 'shardwatch silence --incident inc_01kb… --for 1h -m "It is known"',
      does: "One incident. `shardwatch incidents` has the ids.",
    },
    {
      line: 'shardwatch silence --rule "Nearly full" --for 2d -m "We add shards"',
      does: "A rule of your own.",
    },
    { line: "shardwatch silence --end sil_01kb…", does: "Ends one." },
  ],
  async run({ values, words, api, output, machine, say }) {
    const print = async (some: readonly Silence[], client: Api) => {
      const names = output.isJson ? new Map<string, string>() : await ruleNamesFor(client, some);
      return await output.rows([some], { columns: columnsWith(names), objectOf: (one: Silence) => one });
    };
    const given = [values.for, values.reason, values.rule, values.incident, values.all];
    const isNew = words.length > 0 || given.some((one) => one !== undefined);
    if (values.end !== undefined) {
      if (isNew) throw wrongUsage("--end goes alone.");
      await api().delete("/silences/:id", { param: { id: values.end }, query: {}, header: {} });
      if (!output.isJson) say(`${values.end} has ended.`);
      return exit.done;
    }
    if (!isNew) {
      const client = api();
      const { silences } = await client.get("/silences", { query: {} });
      if ((await print(silences, client)) === 0 && output.isDrawn) say("Nothing is silenced.");
      return exit.done;
    }
    const asked = scopeIn(words, values);
    if (values.for === undefined || values.reason === undefined)
      throw wrongUsage("A silence needs --for, how long, and -m, why.");
    const until = new Date(machine.now() + durationIn("for", values.for)).toISOString();
    // With it, the API makes one silence however often the call arrives.
    const clientToken = process.getBuiltinModule("node:crypto").randomUUID();
    const client = api();
    const scope = "named" in asked ? await ruleScope(client, asked.named) : asked;
    const json = { scope, until, reason: values.reason, confirm: values.all === true, clientToken };
    await print([await client.post("/silences", { query: {}, json })], client);
    if (scope.kind === "filter") await sayIfNothing(scope, client, say);
    return exit.done;
  },
});

/** Says where a filter covers no deployment now. The silence is made, whether that can be found out or not. */
async function sayIfNothing(scope: SilenceScope, api: Api, say: (text: string) => void): Promise<void> {
  try {
    const { deployments, unknown } = await api.post("/silences/preview", { query: {}, json: { scope } });
    const unsure = unknown > 0 ? ` Too little is known to cover ${unknown} more.` : "";
    if (deployments === 0) say(`It covers no deployment now.${unsure}`);
  } catch (error) {
    // A token may silence without the scope `read`.
    if (!(error instanceof Failure)) throw error;
  }
}

const ruleScope = async (api: Api, given: string): Promise<SilenceScope> => ({
  kind: "rule",
  rule: await ruleIdOf(api, given),
});

function scopeIn(
  words: readonly string[],
  { rule, incident, all }: { rule?: string; incident?: string; all?: true },
): SilenceScope | { named: string } {
  const kinds = [words.length > 0 || all === true, rule !== undefined, incident !== undefined];
  if (kinds.filter(Boolean).length !== 1)
    throw wrongUsage("A silence covers one of: a filter, --rule, --incident, --all.");
  if (rule !== undefined) return { named: rule };
  if (incident !== undefined) return { kind: "incident", incidentId: incident };
  // As a filter it would search names, find none, and silence nothing.
  if (words.some((word) => isId("incident", word)))
    throw wrongUsage("An incident is silenced with --incident <id>.");
  const filter = filterIn(words);
  if (filter === everything && !all)
    throw wrongUsage("The filter matches every deployment. Say --all instead.");
  return { kind: "filter", filter: formatFilter(filter) };
}

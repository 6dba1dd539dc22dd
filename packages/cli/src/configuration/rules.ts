import type { OwnRuleEntry, RuleEntry } from "@shardwatch/core/contract/configuration/rule-entry";
import type { OwnRule } from "@shardwatch/core/contract/incident/own-rule";
import type { WatchingRule } from "@shardwatch/core/contract/incident/rule-list";
import { ruleSentence } from "@shardwatch/core/contract/incident/rule-sentence";
import { comparable } from "@shardwatch/core/kit/same-name";
import type { Api } from "../api/api.ts";
import { Refusal } from "../api/refusal.ts";
import { Failure } from "../exit.ts";
import type { Around } from "./around.ts";
import { planBuiltIn, reset, writeBuiltIn } from "./built-in-rules.ts";
import { createOnce } from "./create-once.ts";
import { NamedChannels } from "./named-channels.ts";
import { emptyPlan, matchOf, ofServersFile, type Plan, type Step } from "./plan.ts";
import { changedFields, writtenFields } from "./rule-fields.ts";

interface Own {
  id: string;
  own: OwnRule;
}

const ownOf = (rules: readonly WatchingRule[]): Own[] =>
  rules.flatMap(({ id, own }) => (own ? [{ id, own }] : []));

const channelsOf = ({ own, changes }: WatchingRule) => own?.channels ?? changes?.channels;
const namedBy = (entry: RuleEntry) => ("builtIn" in entry ? entry.changes.channels : entry.channels);

const titleOf = ({ name }: Pick<OwnRule, "name">): string => `rule “${name}”`;

const ifUnchanged = ({ revision }: Pick<OwnRule, "revision">) => ({ "if-match": `"${revision}"` });

/** How the rules of the file come to be. */
export async function planRules(api: Api, entries: readonly RuleEntry[], around: Around): Promise<Plan> {
  const { rules } = await api.get("/rules", { query: {} });
  const channels = await NamedChannels.read(api, [...entries.map(namedBy), ...rules.map(channelsOf)]);
  const plan = emptyPlan();
  const stored = ownOf(rules);
  const kept = new Set<string>();
  for (const [index, entry] of entries.entries()) {
    const place = `rules[${index}]`;
    plan.faults.push(...channels.faultsOf(namedBy(entry), around, place));
    if ("builtIn" in entry) {
      kept.add(entry.builtIn);
      planBuiltIn(plan, entry, { rules, channels, place });
      continue;
    }
    const match = matchOf(stored, isMeantBy(entry), place);
    if ("fault" in match) plan.refusals.push(match.fault);
    else if (match.found) {
      kept.add(match.found.id);
      planChange(plan, match.found, entry, { channels, place });
    } else plan.steps.push(creation(entry, channels));
  }
  if (around.prunes)
    for (const one of rules) {
      if (kept.has(one.id)) continue;
      if (one.own && one.own.managedBy === undefined) plan.steps.push(deletion({ id: one.id, own: one.own }));
      if (one.changes && one.changes.managedBy === undefined) plan.steps.push(reset(one, channels));
    }
  return plan;
}

const isMeantBy =
  ({ name }: OwnRuleEntry) =>
  ({ own }: { own?: OwnRule | undefined }): boolean =>
    own !== undefined && comparable(own.name) === comparable(name);

function creation(entry: OwnRuleEntry, channels: NamedChannels): Step {
  return {
    sign: "+",
    title: titleOf(entry),
    lines: [
      ruleSentence(entry),
      ...(entry.channels === null ? [] : [`to ${channels.textOf(entry.channels)}`]),
    ],
    do: async (api) => {
      const body = { ...entry, channels: await channels.idsOf(api, entry.channels) };
      const send = async (clientToken: string) =>
        await api.post("/rules", { json: { ...body, clientToken } });
      await orWhyTooBroad(createOnce(body, send, isMeantBy(entry)));
    },
  };
}

function planChange(
  plan: Plan,
  { id, own }: Own,
  entry: OwnRuleEntry,
  { channels, place }: { channels: NamedChannels; place: string },
): void {
  const lines = changedFields(own, entry, channels);
  if (lines.length === 0) return;
  if (own.managedBy !== undefined) {
    plan.refusals.push(`${place}: ${ofServersFile}`);
    return;
  }
  plan.steps.push({
    sign: "~",
    title: titleOf(own),
    lines,
    do: async (api) => {
      // All fields: a stored rule may name a channel that is gone.
      const json = { ...entry, channels: await channels.idsOf(api, entry.channels) };
      await orWhyTooBroad(api.patch("/rules/:id", { param: { id }, header: ifUnchanged(own), json }));
    },
  });
}

/** A rule that would fire on much of its scope is confirmed by its entry, and never by this program alone. */
async function orWhyTooBroad(done: Promise<unknown>): Promise<void> {
  try {
    await done;
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== "RULE_TOO_BROAD") throw error;
    const details = [...error.details, "To confirm it, write “confirm: true” in its entry."];
    throw new Failure(error.exitCode, error.message, details);
  }
}

const deletion = ({ id, own }: Own): Step => ({
  sign: "-",
  title: titleOf(own),
  lines: [],
  do: async (api) => {
    await api.delete("/rules/:id", { param: { id }, header: ifUnchanged(own) });
  },
});

/** Own rules, and what was changed about built-in ones, as a file has them. */
export async function writeRules(api: Api): Promise<object[]> {
  const { rules } = await api.get("/rules", { query: {} });
  const channels = await NamedChannels.read(api, rules.map(channelsOf));
  return rules.flatMap(({ id, own, changes }): object[] => {
    if (own && own.managedBy === undefined) return [writtenFields(own, channels)];
    if (changes && changes.managedBy === undefined) return [writeBuiltIn(id, changes, channels)];
    return [];
  });
}

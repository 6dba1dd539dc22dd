import type { BuiltInEntry } from "@shardwatch/core/contract/configuration/rule-entry";
import { faultsOfChanges } from "@shardwatch/core/contract/incident/built-in-changes";
import type { BuiltInChanges, SavedChanges } from "@shardwatch/core/contract/incident/own-rule";
import type { Changeable, WatchingRule } from "@shardwatch/core/contract/incident/rule-list";
import { incidentSeverities } from "@shardwatch/core/contract/incident/words";
import type { Api } from "../api/api.ts";
import type { NamedChannels } from "./named-channels.ts";
import { changed, ofServersFile, type Plan, type Step } from "./plan.ts";
import { minutes } from "./rule-fields.ts";

/** What an organization changed about a built-in rule, with channels by their names. */
type Changes = BuiltInEntry["changes"];

interface Built {
  rules: readonly WatchingRule[];
  channels: NamedChannels;
  place: string;
}

/** How a built-in rule comes to be as an entry has it. What the entry leaves out is as built in. */
export function planBuiltIn(
  plan: Plan,
  { builtIn, changes }: BuiltInEntry,
  { rules, channels, place }: Built,
): void {
  const one = rules.find(({ id }) => id === builtIn);
  if (!one) {
    plan.refusals.push(`${place}.builtIn: the server has no such rule`);
    return;
  }
  const { channels: names, ...judged } = changes;
  const faults = faultsOfChanges(judged, one.changeable ?? {});
  plan.faults.push(...faults.map((fault) => `${place}.${fault}`));
  const lines = linesOf(one, changes, channels);
  if (lines.length === 0 || faults.length > 0) return;
  if (one.changes?.managedBy !== undefined) {
    plan.refusals.push(`${place}: ${ofServersFile}`);
    return;
  }
  plan.steps.push({
    sign: "~",
    title: titleOf(one),
    lines,
    do: async (api) => {
      const ids = names === undefined ? {} : { channels: await channels.idsOf(api, names) };
      await put(api, one, { ...judged, ...ids });
    },
  });
}

/** Makes a rule as built in again. */
export const reset = (one: WatchingRule, channels: NamedChannels): Step => ({
  sign: "~",
  title: titleOf(one),
  lines: linesOf(one, {}, channels),
  do: async (api) => await put(api, one, {}),
});

const titleOf = ({ id }: WatchingRule): string => `rule ${id}`;

async function put(api: Api, { id, changes }: WatchingRule, json: BuiltInChanges): Promise<void> {
  const header = { "if-match": `"${changes?.revision ?? 0}"` };
  await api.put("/rules/:id/changes", { param: { id }, header, json });
}

function linesOf({ changes, changeable }: WatchingRule, after: Changes, channels: NamedChannels): string[] {
  const former: Changes = { ...changes, ...namedIn(changes, channels) };
  const [one, other] = [former, after].map((each) => textsOf(each, changeable ?? {}, channels));
  return Object.keys({ ...one }).flatMap((field) => changed(field, one?.[field], other?.[field]));
}

const namedIn = (changes: BuiltInChanges | undefined, channels: NamedChannels): Pick<Changes, "channels"> =>
  changes?.channels === undefined ? {} : { channels: channels.namesOf(changes.channels) };

/** Each field in words. Where it is not changed, the words say so. */
function textsOf(
  { thresholds, for: waiting, severity, channels: names }: Changes,
  usual: Changeable,
  channels: NamedChannels,
): Readonly<Record<string, string>> {
  const asBuiltIn = (text: string | undefined) => `${text ?? "none"}, as built in`;
  return {
    thresholds: thresholds
      ? figures(thresholds)
      : asBuiltIn(usual.thresholds && figures(usual.thresholds.values)),
    for:
      waiting === undefined
        ? asBuiltIn(usual.for === undefined ? undefined : minutes(usual.for))
        : minutes(waiting),
    severity: severity ?? asBuiltIn(usual.severity),
    channels: names === undefined ? asBuiltIn(channels.textOf(null)) : channels.textOf(names),
  };
}

/** "warning 70, critical 80" */
const figures = (thresholds: NonNullable<BuiltInChanges["thresholds"]>): string =>
  incidentSeverities
    .toReversed()
    .flatMap((each) => (thresholds[each] === undefined ? [] : [`${each} ${thresholds[each]}`]))
    .join(", ");

/** The changes of a built-in rule as a file has them. */
export function writeBuiltIn(id: string, changes: SavedChanges, channels: NamedChannels): object {
  const { thresholds, for: waiting, severity, channels: ids } = changes;
  return {
    builtIn: id,
    ...(thresholds && { thresholds }),
    ...(waiting !== undefined && { for: waiting }),
    ...(severity && { severity }),
    ...(ids !== undefined && { channels: channels.namesOf(ids) }),
  };
}

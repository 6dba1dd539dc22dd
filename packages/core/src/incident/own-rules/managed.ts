import type { FileContext } from "../../access/context.ts";
import { type Done, keeperOf } from "../../access/file-entry.ts";
import { type OrganizationId, ownOrganization } from "../../access/scope.ts";
import { allOf } from "../../channel/channels.ts";
import type { BuiltInEntry, RuleEntry } from "../../contract/configuration/rule-entry.ts";
import { changesText, ruleText } from "../../contract/configuration/same-rule.ts";
import { wrongFields } from "../../kit/problem.ts";
import { comparable } from "../../kit/same-name.ts";
import { rulesOf } from "../rows/incident.keys.ts";
import { readRule, type StoredRule } from "../rows/rule.table.ts";
import { changeBuiltIn } from "./built-in.ts";
import { change, create, nameTaken, remove } from "./rules.ts";

/** All rules that the organization wrote or changed. */
export const storedRules = async (
  { table }: FileContext,
  organization: OrganizationId,
): Promise<StoredRule[]> =>
  (await table.queryAll(rulesOf(organization))).flatMap((row) => readRule(row) ?? []);

/** What people wrote stays theirs. What they changed about a built-in rule becomes the file's, as there is one of it. */
const isMeant = (entry: RuleEntry, one: StoredRule): boolean => {
  if ("builtIn" in entry) return one.id === entry.builtIn;
  if (!("definition" in one) || one.managedBy === undefined) return false;
  return comparable(one.definition.name) === comparable(entry.name);
};

async function keep(ctx: FileContext, entry: RuleEntry, one: StoredRule | undefined): Promise<Done> {
  if ("builtIn" in entry) return await keepBuiltIn(ctx, entry, one);
  const { confirm, ...said } = entry;
  const definition = { ...said, channels: await idsOf(ctx, said.channels) };
  if (!one || !("definition" in one)) {
    await create(ctx, { ...definition, confirm });
    return "created";
  }
  if (ruleText(one.definition) === ruleText(definition)) return undefined;
  await change(ctx, one.id, { ...definition, confirm }, undefined);
  return "changed";
}

async function keepBuiltIn(
  ctx: FileContext,
  { builtIn, changes: { channels, ...changes } }: BuiltInEntry,
  one: StoredRule | undefined,
): Promise<Done> {
  const wanted = channels === undefined ? changes : { ...changes, channels: await idsOf(ctx, channels) };
  if (one?.managedBy !== undefined && "changes" in one && changesText(one.changes) === changesText(wanted))
    return undefined;
  return (await changeBuiltIn(ctx, builtIn, wanted, undefined)) && "changed";
}

/** The ids of channels from their names. Throws invalid for a name that no channel has. */
async function idsOf(ctx: FileContext, names: readonly string[] | null): Promise<string[] | null> {
  if (names === null || names.length === 0) return names && [];
  const all = await allOf(ctx, ownOrganization(ctx.actor));
  const ids = names.map((name) => all.find((one) => comparable(one.name) === comparable(name))?.id);
  const faults = ids.flatMap((id, index) =>
    id === undefined ? [`channels[${index}]: there is no channel “${names[index]}”`] : [],
  );
  if (faults.length > 0) throw wrongFields(faults);
  return [...new Set(ids.filter((id) => id !== undefined))];
}

/**
 * Makes the rules of the file as it has them: own ones by their names, and changes of built-in ones. What leaves the file
 * is deleted, or as built in again. Safe to repeat.
 */
export const keepManagedRules = keeperOf<RuleEntry, StoredRule>({
  read: async (ctx) => await storedRules(ctx, ownOrganization(ctx.actor)),
  isMeant,
  keep,
  remove: async (ctx, one) => {
    await ("changes" in one ? changeBuiltIn(ctx, one.id, {}, undefined) : remove(ctx, one.id, undefined));
  },
  taken: nameTaken,
});

import { audit } from "../../access/audit.ts";
import type { SourceContext } from "../../access/context.ts";
import { refuseManaged } from "../../access/managed.ts";
import type { OrganizationId } from "../../access/scope.ts";
import { auditRow } from "../../audit/audit.ts";
import { type Claim, unclaimed } from "../../caller/once.ts";
import type { RuleChange, RuleDefinition } from "../../contract/incident/own-rule.ts";
import { ruleSentence } from "../../contract/incident/rule-sentence.ts";
import { mostOwnRules } from "../../contract/incident/rule-words.ts";
import { isOwnRule, type OwnRuleId } from "../../contract/incident/rules.ts";
import { newId } from "../../kit/ids.ts";
import { Problem } from "../../kit/problem.ts";
import { comparable, withName, withoutName } from "../../kit/same-name.ts";
import { retryOnConflict } from "../../table/retry-on-conflict.ts";
import { checkRevision, type Expected } from "../../table/revision.ts";
import { ruleKey } from "../rows/incident.keys.ts";
import { putRuleNames, ruleNamesKey, ruleNamesKind } from "../rows/rule-names.table.ts";
import { deleteRule, putRule, readRule, type StoredRule } from "../rows/rule.table.ts";
import { requireNarrow } from "./breadth.ts";
import { notARule, readRuleInput } from "./rule-input.ts";
import { channelIds, requireOrganization, stamp, writeRules } from "./write-rules.ts";

export type StoredOwnRule = Extract<StoredRule, { definition: RuleDefinition }>;

export const nameTaken = "RULE_NAME_TAKEN";

interface Confirmed {
  /** Whether a rule that fires on much of its scope is meant. */
  confirm?: boolean | undefined;
}

/**
 * Writes a rule. The next pass judges by it. Throws invalid for a filter that makes no sense. Throws conflict for
 * a name that is taken, for too many rules, and for a rule that fires on much of its scope without confirmation.
 */
export async function create(
  ctx: SourceContext,
  { confirm, ...input }: RuleDefinition & Confirmed,
  claim: Claim = unclaimed,
): Promise<StoredOwnRule> {
  const organization = requireOrganization(ctx);
  const definition = readRuleInput(input, await channelIds(ctx, organization));
  if (confirm !== true) await requireNarrow(ctx, organization, definition);
  const id = newId("rule", ctx.clock.now(), ctx.random.bytes(16)) as OwnRuleId;
  const one = { id, definition, revision: 1, ...stamp(ctx) };
  await retryOnConflict(async () => {
    const names = await namesOf(ctx, organization);
    await writeRules(ctx, organization, [
      putRuleNames(organization, names, withName(names ?? [], definition.name, limits)),
      putRule(organization, one, undefined),
      ...claim(id),
      auditRow(ctx, organization, {
        action: "rule.created",
        id,
        name: definition.name,
        fields: { condition: [null, ruleSentence(definition)] },
      }),
    ]);
  });
  audit(ctx, "rule.created", { ruleId: id, organizationId: organization });
  return one;
}

/** Changes a rule. What no longer matches ends with the next pass. Throws as `create` does, notFound, and outdated. */
export async function change(
  ctx: SourceContext,
  id: string,
  { confirm, ...input }: RuleChange & Confirmed,
  expected: Expected,
): Promise<StoredOwnRule> {
  const organization = requireOrganization(ctx);
  const known = await channelIds(ctx, organization);
  const one = await retryOnConflict(async () => {
    const before = await findOwn(ctx, organization, id, expected);
    const definition = readRuleInput({ ...before.definition, ...given(input) }, known);
    const [former, current] = [before.definition, definition];
    if (confirm !== true && judgedAs(former) !== judgedAs(current))
      await requireNarrow(ctx, organization, definition);
    const next = { ...before, definition, revision: before.revision + 1, ...stamp(ctx) };
    const isRenamed = comparable(former.name) !== comparable(current.name);
    const names = isRenamed ? await namesOf(ctx, organization) : undefined;
    await writeRules(ctx, organization, [
      ...(isRenamed
        ? [
            putRuleNames(
              organization,
              names,
              withName(withoutName(names ?? [], former.name), current.name, limits),
            ),
          ]
        : []),
      putRule(organization, next, before.revision),
      auditRow(ctx, organization, {
        action: "rule.changed",
        id,
        name: current.name,
        fields: {
          name: [former.name, current.name],
          condition: [ruleSentence(former), ruleSentence(current)],
          channels: [textOf(former.channels), textOf(current.channels)],
        },
      }),
    ]);
    return next;
  });
  audit(ctx, "rule.changed", { ruleId: id, organizationId: organization });
  return one;
}

/** Deletes a rule. The next pass ends its incidents. Throws notFound, and outdated for another revision than expected. */
export async function remove(ctx: SourceContext, id: string, expected: Expected): Promise<void> {
  const organization = requireOrganization(ctx);
  await retryOnConflict(async () => {
    const before = await findOwn(ctx, organization, id, expected);
    const names = await namesOf(ctx, organization);
    await writeRules(ctx, organization, [
      putRuleNames(organization, names, withoutName(names ?? [], before.definition.name)),
      deleteRule(organization, before),
      auditRow(ctx, organization, { action: "rule.deleted", id, name: before.definition.name }),
    ]);
  });
  audit(ctx, "rule.deleted", { ruleId: id, organizationId: organization });
}

/** The fields that a change names. */
const given = (fields: RuleChange): Partial<RuleDefinition> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

/** What decides on what a rule fires. */
const judgedAs = ({ scope, when, worse, unknown }: RuleDefinition) =>
  JSON.stringify([scope, when, worse, unknown]);

const textOf = (channels: readonly string[] | null) => (channels === null ? null : channels.join(", "));

/** Throws notFound, outdated, and conflict for a rule of the configuration file. */
async function findOwn(
  ctx: SourceContext,
  organization: OrganizationId,
  id: string,
  expected: Expected,
): Promise<StoredOwnRule> {
  const row = isOwnRule(id) ? await ctx.table.get(ruleKey(organization, id)) : undefined;
  const one = row && readRule(row);
  if (!one || !("definition" in one)) throw notARule();
  refuseManaged(ctx, one);
  checkRevision(one, expected);
  return one;
}

async function namesOf(ctx: SourceContext, organization: OrganizationId): Promise<string[] | undefined> {
  const row = await ctx.table.get(ruleNamesKey(organization));
  return row && ruleNamesKind.read(row).names;
}

const limits = {
  most: mostOwnRules,
  taken: () =>
    new Problem("conflict", "A rule with this name already exists.", {
      code: nameTaken,
      details: ["name: must differ from the names of other rules"],
    }),
  full: () =>
    new Problem("conflict", `An organization can have ${mostOwnRules} rules of its own. Delete one first.`, {
      code: "TOO_MANY_RULES",
    }),
};

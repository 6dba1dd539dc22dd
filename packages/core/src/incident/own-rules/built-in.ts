import { audit } from "../../access/audit.ts";
import type { SourceContext } from "../../access/context.ts";
import { refuseManaged } from "../../access/managed.ts";
import type { OrganizationId } from "../../access/scope.ts";
import { auditRow } from "../../audit/audit.ts";
import { changesText } from "../../contract/configuration/same-rule.ts";
import type { BuiltInChanges } from "../../contract/incident/own-rule.ts";
import { isBuiltIn, type RuleId, ruleNames } from "../../contract/incident/rules.ts";
import { second } from "../../kit/time.ts";
import { retryOnConflict } from "../../table/retry-on-conflict.ts";
import { checkRevision, type Expected } from "../../table/revision.ts";
import { ruleKey } from "../rows/incident.keys.ts";
import { deleteRule, putRule, readRule, type StoredRule } from "../rows/rule.table.ts";
import { checkChanges, notARule } from "./rule-input.ts";
import { channelIds, requireOrganization, stamp, writeRules } from "./write-rules.ts";

type StoredChanges = Extract<StoredRule, { changes: BuiltInChanges }>;

/**
 * Replaces what the organization changed about a built-in rule; nothing resets it. Throws notFound for a rule that is
 * not built in, invalid for what it does not take, and outdated for another revision than expected. The
 * configuration file writes nothing where it has these changes already.
 */
export async function changeBuiltIn(
  ctx: SourceContext,
  id: string,
  changes: BuiltInChanges,
  expected: Expected,
): Promise<StoredChanges | undefined> {
  const organization = requireOrganization(ctx);
  if (!isBuiltIn(id)) throw notARule();
  checkChanges(id, changes, await channelIds(ctx, organization));
  const isReset = Object.values(changes).every((value) => value === undefined);
  const action = isReset ? "rule.reset" : "rule.changed";
  const result = await retryOnConflict(async () => {
    const before = await findChanges(ctx, organization, id);
    if (before) refuseManaged(ctx, before);
    checkRevision(before ?? {}, expected);
    if (!before && isReset) return undefined;
    if (before && isKept(ctx, before, changes)) return undefined;
    const next = { id, changes, revision: nextRevision(ctx, before), ...stamp(ctx) };
    await writeRules(ctx, organization, [
      isReset && before ? deleteRule(organization, before) : putRule(organization, next, before?.revision),
      auditRow(ctx, organization, {
        action,
        id,
        name: ruleNames[id],
        fields: {
          changes: [before ? JSON.stringify(before.changes) : null, isReset ? null : JSON.stringify(changes)],
        },
      }),
    ]);
    return { next: isReset ? undefined : next };
  });
  if (result) audit(ctx, action, { ruleId: id, organizationId: organization });
  return result?.next;
}

const isKept = ({ actor }: SourceContext, before: StoredChanges, changes: BuiltInChanges): boolean =>
  actor.kind === "file" &&
  before.managedBy !== undefined &&
  changesText(before.changes) === changesText(changes);

/**
 * Findings remember by which revision they were judged. A rule that was reset and is changed again needs one that they
 * have not seen.
 */
const nextRevision = ({ clock }: SourceContext, before: StoredChanges | undefined): number =>
  before ? before.revision + 1 : Math.floor(clock.now() / second);

async function findChanges(
  ctx: SourceContext,
  organization: OrganizationId,
  id: RuleId,
): Promise<StoredChanges | undefined> {
  const row = await ctx.table.get(ruleKey(organization, id));
  const one = row && readRule(row);
  return one && "changes" in one ? one : undefined;
}

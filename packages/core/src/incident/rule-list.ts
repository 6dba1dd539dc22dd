import { askedOrganization } from "../access/asked-organization.ts";
import type { ReaderContext } from "../access/context.ts";
import type { OrganizationId } from "../access/scope.ts";
import { withViewAudit } from "../audit/bounded.ts";
import { allOf, canSend, type Channel } from "../channel/channels.ts";
import { ruleDays, type RuleList, type WatchingRule } from "../contract/incident/rule-list.ts";
import { type RuleId, ruleIds, ruleNames } from "../contract/incident/rules.ts";
import { may } from "../contract/people/roles.ts";
import { newId } from "../kit/ids.ts";
import { day } from "../kit/time.ts";
import { isWorse } from "./judging/explain.ts";
import { openOf, pastOf, pastSortKey } from "./rows/incident.keys.ts";
import { readIncidents } from "./rows/incident.table.ts";
import { ruleOf } from "./rules/rules.ts";

/** How many past incidents are read. An answer about more says that it is partial. */
const mostCounted = 1_000;

/**
 * All rules with their conditions, how often each opened an incident in the last 30 days, and which channels get its
 * incidents. Only managers of the organization see where a channel leads to. Throws forbidden for an organization that
 * is not the caller's.
 */
export async function listRules(
  ctx: ReaderContext,
  { organizationId }: { organizationId?: string | undefined },
): Promise<RuleList> {
  const organization = askedOrganization(ctx, organizationId, {
    forbidden: "You can only see the rules of your own organization.",
  });
  if (organization === null) return { rules: ruleIds.map((id) => toRule(id, new Map(), [], false)) };
  const reading = Promise.all([openedIn(ctx, organization), allOf(ctx, organization)]);
  const [{ byRule, isPartial }, channels] = await withViewAudit(ctx, organization, reading);
  const { actor } = ctx;
  // A token that reads learns as much as a member, and so does a command line, whatever its person may do.
  const isManager = actor.kind === "member" && !actor.commandLine && may(actor.roles, "manageOrganization");
  const manages = isManager && organization === actor.organizationId;
  const notified = channels.filter((channel) => channel.off === undefined && canSend(channel));
  return {
    rules: ruleIds.map((id) => toRule(id, byRule, notified, manages)),
    ...(isPartial && { isPartial }),
  };
}

/**
 * How many incidents of each rule opened in the time. Ids of past incidents sort by the minute of opening, so no older
 * one is read. Rows may be a second old.
 */
async function openedIn({ table, clock }: ReaderContext, organization: OrganizationId) {
  const since = clock.now() - ruleDays * day;
  const after = pastSortKey(newId("incident", since, new Uint8Array(16)));
  const [open, past] = await Promise.all([
    table.queryAll(openOf(organization), { eventually: true }),
    table.queryFirst(pastOf(organization), mostCounted, { after, eventually: true }),
  ]);
  // One that ends between the two reads is in both.
  const records = new Map(readIncidents([...open, ...past]).map(({ record }) => [record.id, record]));
  const byRule = new Map<RuleId, number>();
  for (const { rule, openedAt } of records.values())
    if (openedAt >= since) byRule.set(rule, (byRule.get(rule) ?? 0) + 1);
  return { byRule, isPartial: past.length === mostCounted };
}

function toRule(
  id: RuleId,
  byRule: ReadonlyMap<RuleId, number>,
  channels: readonly Channel[],
  manages: boolean,
): WatchingRule {
  const { condition } = ruleOf(id);
  const { text, severities } = condition;
  const [worst = "info"] = severities;
  const notified = channels.filter(({ minimum }) => !isWorse(minimum, worst));
  return {
    id,
    name: ruleNames[id],
    condition: text,
    severities: [...severities],
    opened: byRule.get(id) ?? 0,
    channels: notified.map(({ id: channelId, name, target, minimum }) => ({
      id: channelId,
      name,
      ...(manages && { managed: { target, minimum } }),
    })),
  };
}

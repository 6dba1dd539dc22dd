import { askedOrganization } from "../access/asked-organization.ts";
import type { ReaderContext } from "../access/context.ts";
import type { OrganizationId } from "../access/scope.ts";
import { withViewAudit } from "../audit/bounded.ts";
import { type Callers, findCallers, nameOf } from "../caller/names.ts";
import { allOf, canSend, type Channel } from "../channel/channels.ts";
import type { Routes } from "../contract/incident/route.ts";
import { ruleDays, type RuleList, type WatchingRule } from "../contract/incident/rule-list.ts";
import { type AnyRuleId, isBuiltIn, ruleIds, ruleNames } from "../contract/incident/rules.ts";
import { may } from "../contract/people/roles.ts";
import { day } from "../kit/time.ts";
import { isWorse } from "../contract/incident/severity-order.ts";
import { rulesOf } from "./rows/incident.keys.ts";
import { openedSince } from "./opened-since.ts";
import { readRule, type StoredRule } from "./rows/rule.table.ts";
import { bookOf, type RuleBook } from "./rules/book.ts";
import { routesTo } from "./messages/plan.ts";
import { anyRouting } from "./routes/choose.ts";
import { readStored } from "./routes/stored.ts";
import { notARule } from "./own-rules/rule-input.ts";
import { changeableOf } from "./rules/changeable.ts";
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
  if (organization === null) return { rules: ruleIds.map((id) => shownIn(nothing)(id)) };
  const reading = Promise.all([
    openedIn(ctx, organization),
    allOf(ctx, organization),
    ctx.table.queryAll(rulesOf(organization)),
    readStored(ctx, organization),
  ]);
  const [{ byRule, isPartial }, channels, rows, routes] = await withViewAudit(ctx, organization, reading);
  const saved = rows.flatMap((row) => readRule(row) ?? []);
  const callers = await findCallers(ctx, [...new Set(saved.map(({ by }) => by))]);
  const { actor } = ctx;
  // A token that reads learns as much as a member, and so does a command line, whatever its person may do.
  const isManager = actor.kind === "member" && !actor.commandLine && may(actor.roles, "manageOrganization");
  const manages = isManager && organization === actor.organizationId;
  const notified = channels.filter((channel) => channel.off === undefined && canSend(channel));
  const show = shownIn({ byRule, channels: notified, manages, saved, callers, organization, routes });
  const own = saved.flatMap((one) => ("definition" in one ? [one] : []));
  const byName = own.toSorted((a, b) => a.definition.name.localeCompare(b.definition.name, "en"));
  return {
    rules: [...byName.map(({ id }) => id), ...ruleIds].map((id) => show(id)),
    ...(isPartial && { isPartial }),
  };
}

/** How many incidents of each rule opened in the time. Rows may be a second old. */
async function openedIn(ctx: ReaderContext, organization: OrganizationId) {
  const since = ctx.clock.now() - ruleDays * day;
  const { records, isPartial } = await openedSince(ctx, organization, since, mostCounted);
  const byRule = new Map<AnyRuleId, number>();
  for (const { rule } of records) byRule.set(rule, (byRule.get(rule) ?? 0) + 1);
  return { byRule, isPartial };
}

/** What a rule is shown with. */
interface Around {
  byRule: ReadonlyMap<AnyRuleId, number>;
  /** Those that are on. */
  channels: readonly Channel[];
  manages: boolean;
  saved: readonly StoredRule[];
  callers: Callers;
  organization: OrganizationId | undefined;
  routes: Routes | undefined;
}

const nothing: Around = {
  byRule: new Map(),
  channels: [],
  manages: false,
  saved: [],
  callers: new Map(),
  organization: undefined,
  routes: undefined,
};

function shownIn({ byRule, channels, manages, saved, callers, organization, routes }: Around) {
  const book = bookOf(saved);
  const byId = new Map<AnyRuleId, StoredRule>(saved.map((one) => [one.id, one]));
  const ofDeployments = new Set(book.deployments.map((rule) => rule.id));
  const routing = anyRouting(routes, (rule) => ofDeployments.has(rule));
  const isRouted = routesTo(channels, book.routingOf, routing);
  return (id: AnyRuleId): WatchingRule => {
    const one = byId.get(id);
    const { text, severities } = conditionOf(book, id);
    const [worst = "info"] = severities;
    const about = { rule: id, severity: worst };
    const notified = channels.filter(
      (channel) => !isWorse(channel.minimum, worst) && isRouted(about, channel.id),
    );
    return {
      id,
      name: one && "definition" in one ? one.definition.name : nameOfBuiltIn(id),
      condition: text,
      severities: [...severities],
      opened: byRule.get(id) ?? 0,
      channels: notified.map(({ id: channelId, name, target, minimum }) => ({
        id: channelId,
        name,
        ...(manages && { managed: { target, minimum } }),
      })),
      ...(isBuiltIn(id) && { changeable: changeableOf(id) }),
      ...(one && savedIn(one, callers, organization)),
    };
  };
}

const nameOfBuiltIn = (id: AnyRuleId) => (isBuiltIn(id) ? ruleNames[id] : "");

/** The condition of a rule as the organization has it. */
function conditionOf({ deployments, agents, sources, channels, tokens }: RuleBook, id: AnyRuleId) {
  const all = [...deployments, ...agents, ...sources, ...channels, ...tokens];
  return all.find((rule) => rule.id === id)?.condition ?? ruleOf(id).condition;
}

/** What was written or changed, with who did it. */
export function savedIn(
  one: StoredRule,
  callers: Callers,
  organization: OrganizationId | undefined,
): Pick<WatchingRule, "own" | "changes"> {
  const { by, at, revision, managedBy } = one;
  const saved = {
    changedBy: { id: by, name: organization ? nameOf(by, callers, organization) : null },
    changedAt: new Date(at).toISOString(),
    ...(managedBy && { managedBy }),
    revision,
  };
  return "definition" in one
    ? { own: { ...one.definition, ...saved } }
    : { changes: { ...one.changes, ...saved } };
}

/** A rule as the list has it. Throws notFound. */
export async function getRule(ctx: ReaderContext, id: string): Promise<WatchingRule> {
  const { rules } = await listRules(ctx, {});
  const found = rules.find((rule) => rule.id === id);
  if (!found) throw notARule();
  return found;
}

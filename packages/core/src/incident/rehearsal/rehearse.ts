import type { ReaderContext, Services } from "../../access/context.ts";
import type { OrganizationId } from "../../access/scope.ts";
import { withViewAudit } from "../../audit/bounded.ts";
import { allOf, canSend } from "../../channel/channels.ts";
import type { RuleDefinition } from "../../contract/incident/own-rule.ts";
import type { RuleRehearsal } from "../../contract/incident/rehearsal.ts";
import { rehearsedDays } from "../../contract/incident/rehearsal-words.ts";
import { Problem } from "../../kit/problem.ts";
import { day, minute, second } from "../../kit/time.ts";
import { Turns } from "../../kit/turns.ts";
import { routesTo } from "../messages/plan.ts";
import { readRuleInput } from "../own-rules/rule-input.ts";
import { anyRouting, routingBy } from "../routes/choose.ts";
import { readStored } from "../routes/stored.ts";
import { bookOf } from "../rules/book.ts";
import { fieldsOf } from "./counted.ts";
import { findCandidates } from "./candidates.ts";
import { notKeptOfHistory } from "./kept-fields.ts";
import { neighboursOf } from "./neighbours.ts";
import { Pace } from "./pace.ts";
import { organizationOfRule } from "./preview.ts";
import { rehearsedPasts } from "./pasts.ts";
import { countsOf, joins, sumUp } from "./sum-up.ts";

/** How a rehearsal is going, and whether somebody still waits for it. */
export interface Watcher {
  signal?: AbortSignal | undefined;
  progress?: (done: number, of: number) => void;
}

/** How many rehearsals of an organization run at a time. Others wait. */
export const mostAtOnce = 2;
/** A gateway waits for half a minute. */
const patience = 20 * second;

const turns = new Turns({ atOnce: mostAtOnce, patience });

const tooMany = () =>
  new Problem("tooMany", "Your organization rehearses other rules. Try again in a minute.", {
    code: "TOO_MANY_REHEARSALS",
    retryAfterSeconds: 60,
  });

/** A rule that can be rehearsed. */
export interface Prepared {
  organization: OrganizationId | null;
  definition: RuleDefinition;
}

/** Reads a rule as it would be saved. Throws as `create` does, but asks for no confirmation. */
export async function prepare(
  ctx: ReaderContext,
  input: RuleDefinition,
  { organizationId }: { organizationId?: string | undefined },
): Promise<Prepared> {
  const organization = organizationOfRule(ctx, organizationId);
  const channels = organization ? await withViewAudit(ctx, organization, allOf(ctx, organization)) : [];
  return { organization, definition: readRuleInput(input, new Set(channels.map(({ id }) => id))) };
}

/**
 * What a rule would have done in the last 30 days. Two of an organization run at a time; others wait for their turn. Throws
 * tooMany for one that waits too long. Rejects with the reason of the signal once nobody waits for it any more.
 */
export async function rehearse(
  services: Services,
  { organization, definition }: Prepared,
  watcher: Watcher = {},
): Promise<RuleRehearsal> {
  const to = services.clock.now() - (services.clock.now() % minute);
  const range = { from: to - rehearsedDays * day, to };
  if (organization === null) return empty(definition, range);
  return await turns.take(
    organization,
    () => run(services, organization, definition, range, watcher),
    tooMany,
  );
}

interface Range {
  from: number;
  to: number;
}

const iso = (time: number) => new Date(time).toISOString();

async function run(
  services: Services,
  organization: OrganizationId,
  definition: RuleDefinition,
  range: Range,
  { signal, progress }: Watcher,
): Promise<RuleRehearsal> {
  const pace = new Pace(signal);
  const [{ inScope, candidates }, all, routes] = await Promise.all([
    findCandidates(services, organization, definition, pace),
    allOf(services, organization),
    readStored(services, organization),
  ]);
  const neighbours = neighboursOf(definition);
  // The rule itself is one of them.
  const moved = neighbours.filter(({ by }) => by !== 0);
  const rehearsed = await rehearsedPasts(
    services,
    organization,
    { candidates, definition, neighbours: moved.map((one) => one.definition) },
    range,
    { pace, progress },
  );
  const book = bookOf([{ id: "rul_rehearsal", definition, revision: 0 }]);
  const rule = book.deployments.at(-1);
  // A book ends with the rule of the organization.
  if (!rule) throw new TypeError("a rule is missing");
  const open = all.filter((channel) => channel.off === undefined && canSend(channel));
  const about = {
    rule: rule.id,
    severity: definition.worse === null ? definition.severity : definition.worseSeverity,
  };
  const isRouted = routesTo(
    open,
    book.routingOf,
    anyRouting(routes, () => true),
  );
  const byId = new Map(
    candidates.flatMap(({ id, seen }) => {
      const last = seen.at(-1)?.subject.deployment;
      return last ? [[id, last] as const] : [];
    }),
  );
  const summed = await sumUp(
    rehearsed.pasts,
    rehearsed.stretches,
    definition,
    {
      rule,
      routingOf: book.routingOf,
      channels: open,
      routing: routingBy(routes, [...byId.values()]),
      // Each past is of a candidate, and a candidate was seen.
      deploymentOf: (id) => byId.get(id) as NonNullable<ReturnType<typeof byId.get>>,
      until: range.to,
    },
    range,
    () => pace.turn(),
  );
  const leftOut = inScope - candidates.length;
  return {
    from: iso(range.from),
    to: iso(range.to),
    deployments: { inScope, read: candidates.length, leftOut },
    isPartial: leftOut > 0,
    ...summed,
    messages: summed.messages.filter(({ id }) => isRouted(about, id)),
    neighbours: neighbours.map((one) => ({
      by: one.by,
      unit: one.unit,
      when: one.when,
      ...(one.by === 0
        ? summed.incidents
        : countsOf(rehearsed.neighbours[moved.indexOf(one)] ?? [], joins(definition))),
    })),
    notKept: notKeptOfHistory(fieldsOf(definition)),
  };
}

/** Of a person without an organization. */
const empty = (definition: RuleDefinition, { from, to }: Range): RuleRehearsal => ({
  from: iso(from),
  to: iso(to),
  deployments: { inScope: 0, read: 0, leftOut: 0 },
  isPartial: false,
  incidents: { least: 0, likely: 0, most: 0 },
  longest: [],
  messages: [],
  days: [],
  noisiest: [],
  neighbours: [],
  notKept: notKeptOfHistory(fieldsOf(definition)),
});

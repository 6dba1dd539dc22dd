import type { AgentContext } from "../access/context.ts";
import { audit } from "../access/audit.ts";
import { countCreated } from "../agent-key/agent-key.ts";
import { recordRefusal } from "../audit/bounded.ts";
import { countBelow } from "../attempts/attempts.ts";
import { authorityOf } from "../agent-key/authority.ts";
import { type OrganizationId, organizationOfKey } from "../access/scope.ts";
import { mostSlots, slotSeconds } from "../contract/report/slot-columns.ts";
import type { ReportAccepted } from "../contract/report/accepted.ts";
import { clockSkewLimitSeconds, mostReported, type Report } from "../contract/report/report.ts";
import { packHealth } from "../deployment/rows/agent-health.ts";
import { deploymentId, type Observation, type SourceInstance } from "../deployment/rows/observation.ts";
import { ingest } from "../deployment/ingest/ingest.ts";
import type { Outcome, Refused } from "../deployment/ingest/source-report.ts";
import { isTooLarge } from "../history/id-groups.ts";
import { acceptedSlots } from "../history/slots.ts";
import { bytesOfTrails, storeTrails, trailsOf } from "../history/store.ts";
import { Problem } from "../kit/problem.ts";
import { minute, second } from "../kit/time.ts";
import type { Write } from "../table/table.ts";
import { ownFactsOf } from "../contract/deployment/parts.ts";
import type { ReportedDeployment } from "../contract/report/report.ts";

/** A reported deployment as an observation. */
function toObservation(id: string, reported: ReportedDeployment): Observation {
  const { name, type, status, statusMessage, databases, license } = reported;
  const { gaps, nodes, shards, commands, certificateEnd } = reported;
  return {
    id,
    name,
    type,
    status,
    statusMessage: statusMessage ?? null,
    databases,
    license: license ?? null,
    cloudSubscription: null,
    enterpriseAdminUrl: null,
    ...ownFactsOf(reported),
    gaps,
    nodes,
    shards,
    ...(certificateEnd !== undefined && { certificateEnd }),
    commands,
  };
}

/** Shortest time between two reports of one agent, in milliseconds. Agents report once a minute. */
export const shortestInterval = 2_000;

/**
 * Stores an agent's report. A report that is delivered twice, or late, changes nothing. Throws invalid when
 * two of its deployments have one key, a slot is too large, or the agent's clock is ahead. Throws tooMany when it comes too soon
 * after the last report. Throws tooMany when its organization has reached its quota; the deployments that it
 * had are still updated. Deployments that this key may not take over from another key are left out, and the
 * answer names them.
 */
export async function record(ctx: AgentContext, report: Report): Promise<ReportAccepted> {
  const organization = organizationOfKey(ctx.actor);
  const now = ctx.clock.now();
  const measuredAt = Date.parse(report.measuredAt);
  if (measuredAt > now + clockSkewLimitSeconds * second) throw clockAhead(now);
  refuseDuplicates(report);
  const observations = report.deployments.map((reported): Observation =>
    toObservation(deploymentId(ctx.actor.originId, "agent", reported.key), reported),
  );
  const source = { kind: "agent", id: ctx.actor.keyId, instance: report.agent.id } as const;
  const onCreate = (count: number): Write => {
    if (ctx.actor.created + count > mostCreated) throw keyExhausted();
    return countCreated(ctx.actor, count);
  };
  const agent = packHealth(report.agent, ctx.actor.secretNumber);
  const authority = authorityOf(ctx);
  const byKey = new Map(report.deployments.map(({ key }, index) => [key, observations[index]] as const));
  const slots = acceptedSlots(report.slots ?? [], byKey, now);
  if (slots.some(({ deployments }) => isTooLarge(deployments))) throw slotTooLarge();
  const trails = trailsOf(organization, source, slots);
  // A report that is refused must not cause many writes. A few small ones cost no more than the report itself.
  const beside = trails.length <= mostSlots && bytesOfTrails(trails) <= mostBeside;
  const [{ outcome, refused }] = await Promise.all([
    ingest(ctx, {
      organization,
      source,
      measuredAt,
      observations,
      agent,
      authority,
      shortestInterval,
      onCreate,
    }),
    beside && storeTrails(ctx, trails),
  ]);
  if (!beside && (await mayStoreMuch(ctx, source, outcome))) await storeTrails(ctx, trails);
  await auditRefused(ctx, organization, refused);
  if (outcome === "too soon")
    throw new Problem("tooMany", "Too many reports. Retry after the time in Retry-After.", {
      retryAfterSeconds: Math.ceil(shortestInterval / second),
    });
  if (outcome === "full") throw organizationFull();
  const reported = report.deployments.map(({ key }, index) => ({ key, id: observations[index]?.id ?? "" }));
  const out = new Set(refused.map(({ id }) => id));
  return {
    deployments: reported.filter(({ id }) => !out.has(id)),
    ...(out.size > 0 && {
      refused: reported.filter(({ id }) => out.has(id)).map((one) => ({ ...one, ...ofAnotherKey })),
    }),
    nextReportInSeconds: ctx.settings.reportIntervalSeconds(now),
    slots: { everySeconds: slotSeconds },
    serverTime: new Date(now).toISOString(),
  };
}

/** Bytes of trails that are written before it is known whether the report counts. Writing them costs 16 units. */
const mostBeside = 16_384;
/** How many older reports of an agent may have many or large trails within a minute. Nothing else limits them. */
const mostOlder = 10;

async function mayStoreMuch(
  ctx: AgentContext,
  { id, instance }: SourceInstance,
  outcome: Outcome,
): Promise<boolean> {
  if (outcome === "older") {
    const counter = { what: "slots of older reports", name: `${id}/${instance}`, window: minute };
    return (await countBelow(ctx, counter, mostOlder)) !== undefined;
  }
  return outcome === "written";
}

/** Why a deployment of a report was left out. */
const ofAnotherKey = {
  reason: "OWNED_BY_ANOTHER_KEY",
  message: "Someone else's key already reports it. Use a key created by the same person or by an admin.",
} as const;

/** How many of the omitted deployments the audit names. */
const mostAudited = 50;

/**
 * Writes one event for each report, whatever the number of deployments. Reports with other names each time
 * must not flood the log.
 */
async function auditRefused(
  ctx: AgentContext,
  organization: OrganizationId,
  refused: readonly Refused[],
): Promise<void> {
  const ids = refused.flatMap(({ id, isNew }) => (isNew ? [id] : []));
  if (ids.length === 0) return;
  audit(ctx, "deployment.refused", {
    organizationId: organization,
    deployments: ids.length,
    first: ids.slice(0, mostAudited),
  });
  await recordRefusal(ctx, {
    action: "deployment.refused",
    deployments: ids,
    refused: ofAnotherKey.reason,
  });
}

/** How many deployments one key can create in its life. It stops an agent that invents names. */
const mostCreated = 20_000;

function keyExhausted(): Problem {
  return new Problem("tooMany", `${mostCreated} deployments were created with this key. Use another key.`, {
    code: "KEY_EXHAUSTED",
    details: [
      "deployments[].key: must stay the same for one server, or every report creates new deployments",
    ],
    retryAfterSeconds: 3_600,
  });
}

/** Long enough to cost little, and short enough that existing deployments do not become stale. */
const fullRetrySeconds = 240;

function organizationFull(): Problem {
  const { deployments, databases } = mostReported;
  return new Problem(
    "tooMany",
    `An organization can have up to ${deployments} deployments and ${databases} databases reported by agents.`,
    {
      code: "ORGANIZATION_FULL",
      details: [
        "deployments: new ones and those with more databases than before were left out; delete old ones or report fewer",
      ],
      retryAfterSeconds: fullRetrySeconds,
    },
  );
}

function slotTooLarge(): Problem {
  return new Problem("invalid", "A slot of the report has too many databases.", {
    details: [
      "slots[].deployments: send the deployments with thousands of databases in reports of their own",
    ],
  });
}

function clockAhead(now: number): Problem {
  return new Problem("invalid", "The report's measuredAt is in the future.", {
    code: "CLOCK_AHEAD",
    details: [
      `measuredAt: must be at most ${clockSkewLimitSeconds / 60} minutes ahead of ${new Date(now).toISOString()}; set the clock of the agent's host`,
    ],
  });
}

function refuseDuplicates(report: Report): void {
  const first = new Map<string, number>();
  const details = report.deployments.flatMap(({ key }, index) => {
    const earlier = first.get(key);
    if (earlier === undefined) first.set(key, index);
    return earlier === undefined
      ? []
      : [`deployments[${index}].key: must differ from deployments[${earlier}].key`];
  });
  if (details.length > 0)
    throw new Problem("invalid", "Two deployments in the report have the same key.", { details });
}

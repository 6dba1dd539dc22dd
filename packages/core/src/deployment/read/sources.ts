import type { Services } from "../../access/context.ts";
import type { OrganizationId } from "../../access/scope.ts";
import type { ReportingSource } from "../../contract/deployment/deployment.ts";
import type { DeploymentSource } from "../../contract/source/source.ts";
import { minute } from "../../kit/time.ts";
import { sourceOfPulse } from "../rows/deployment.keys.ts";
import { shortId } from "../rows/figures.ts";
import type { PulseRow } from "../rows/pulse.table.ts";

/** An agent key or an integration that reports deployments. */
export interface Source {
  kind: DeploymentSource;
  id: string;
  name: string;
  /** Unix epoch in milliseconds. */
  createdAt: number;
  /** Why nothing comes from it now. */
  failure?: SourceFailure | undefined;
}

export interface SourceFailure {
  reason: string;
  /** Since when no data has come, Unix epoch in milliseconds; undefined when not known. */
  since: number | undefined;
}

/** Lists an organization's keys and integrations. It is passed in, because those nouns lie above this one. */
export type FindSources = (services: Services, organization: OrganizationId) => Promise<Source[]>;

/** The precision of the last use of a key or an integration, in milliseconds. */
const lastUsedStep = 5 * minute;

/**
 * When a key or an integration was last used, ISO 8601. The time comes from its pulse, which every report writes, so it
 * costs no write of its own. That would be a fifth more for every customer. It advances in steps of five minutes, so it
 * does not change at every report.
 */
export function lastUsed(createdAt: number, receivedAt: number): string {
  return new Date(Math.max(createdAt, receivedAt - (receivedAt % lastUsedStep))).toISOString();
}

type Pulse = Pick<PulseRow, "sk" | "measuredAt" | "receivedAt" | "entries" | "unowned">;

/**
 * The sources of an organization whose last report had the deployment, the last used first. A source that
 * does not own it counts, too.
 */
export function sourcesOf(
  id: string,
  pulses: readonly Pulse[],
  sources: readonly Source[],
): ReportingSource[] {
  const quoted = JSON.stringify(shortId(id));
  const lastMeasured = new Map<string, number>();
  const lastReceived = new Map<string, number>();
  for (const { sk, measuredAt, receivedAt } of pulses) {
    lastMeasured.set(processOf(sk), Math.max(measuredAt, lastMeasured.get(processOf(sk)) ?? 0));
    lastReceived.set(sourceOfPulse(sk), Math.max(receivedAt, lastReceived.get(sourceOfPulse(sk)) ?? 0));
  }
  // All pages of one report carry its time. An older page is left from a longer report.
  const reporting = new Set(
    pulses
      .filter(({ entries, unowned = "" }) => entries.includes(quoted) || unowned.includes(quoted))
      .filter(({ sk, measuredAt }) => measuredAt === lastMeasured.get(processOf(sk)))
      .map(({ sk }) => sourceOfPulse(sk)),
  );
  const receivedFrom = (source: Source) => lastReceived.get(source.id) ?? 0;
  return sources
    .filter((source) => reporting.has(source.id))
    .toSorted((left, right) => receivedFrom(right) - receivedFrom(left))
    .map((source) => {
      const { kind, id: sourceId, name, createdAt, failure } = source;
      return {
        kind,
        id: sourceId,
        name,
        lastUsed: lastUsed(createdAt, receivedFrom(source)),
        failure: failure ? failureOf(failure) : null,
      };
    });
}

const failureOf = ({ reason, since }: SourceFailure): NonNullable<ReportingSource["failure"]> => ({
  reason,
  since: since === undefined ? null : new Date(since).toISOString(),
});

/** A pulse's sort key without its page. It identifies the process that reports. */
const processOf = (sk: string): string => sk.slice(0, sk.lastIndexOf("#"));

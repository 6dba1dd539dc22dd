import type { House } from "../../access/context.ts";
import type { OrganizationId } from "../../access/scope.ts";
import type { DeploymentSource, Feed } from "../../contract/deployment.ts";
import { minute } from "../../kit/time.ts";
import { shortId } from "../rows/figures.ts";
import { type PulseRow, sourceOfPulse } from "../rows/pulse.table.ts";

/** An agent key or an integration that can bring deployments in. */
export interface Feeder {
  kind: DeploymentSource;
  id: string;
  name: string;
  /** Unix epoch in milliseconds. */
  createdAt: number;
}

/**
 * How the nouns above, whose rows are none of this one's business, tell which keys and integrations an
 * organization has.
 */
export type FindFeeders = (house: House, organization: OrganizationId) => Promise<Feeder[]>;

/** How exactly the last use of a key or an integration is told, in milliseconds. */
const lastUsedStep = 5 * minute;

/**
 * When a key or an integration was last used, ISO 8601. It is read off the pulse that its reports write anyway, so
 * it costs no write of its own; told in steps of five minutes, it does not change at every report.
 */
export function lastUsed(createdAt: number, heard: number): string {
  return new Date(Math.max(createdAt, heard - (heard % lastUsedStep))).toISOString();
}

type Pulse = Pick<PulseRow, "sk" | "at" | "rx" | "entries" | "unowned">;

/**
 * Which of the living keys and integrations reported the deployment when they were last heard, whether or not it is
 * theirs to tell; the last used first.
 */
export function feedsOf(id: string, pulses: readonly Pulse[], feeders: readonly Feeder[]): Feed[] {
  const quoted = JSON.stringify(shortId(id));
  const newest = new Map<string, number>();
  const heard = new Map<string, number>();
  for (const { sk, at, rx } of pulses) {
    newest.set(processOf(sk), Math.max(at, newest.get(processOf(sk)) ?? 0));
    heard.set(sourceOfPulse(sk), Math.max(rx, heard.get(sourceOfPulse(sk)) ?? 0));
  }
  // All pages of one report carry its time; an older page was left behind when there was less to report.
  const reporting = new Set(
    pulses
      .filter(({ entries, unowned = "" }) => entries.includes(quoted) || unowned.includes(quoted))
      .filter(({ sk, at }) => at === newest.get(processOf(sk)))
      .map(({ sk }) => sourceOfPulse(sk)),
  );
  const when = (feeder: Feeder) => heard.get(feeder.id) ?? 0;
  return feeders
    .filter((feeder) => reporting.has(feeder.id))
    .toSorted((left, right) => when(right) - when(left))
    .map((feeder) => {
      const { kind, id: feederId, name, createdAt } = feeder;
      return { kind, id: feederId, name, lastUsed: lastUsed(createdAt, when(feeder)) };
    });
}

/** A pulse's sort key without its page: the process that reports. */
const processOf = (sk: string): string => sk.slice(0, sk.lastIndexOf("#"));

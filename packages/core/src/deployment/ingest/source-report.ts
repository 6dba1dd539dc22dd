import type { OrganizationId } from "../../access/scope.ts";
import type { Write } from "../../table/table.ts";
import type { Key } from "../../table/keys.ts";
import type { Figures } from "../rows/figures.ts";
import type { Observation, SourceInstance } from "../rows/observation.ts";
import type { Heartbeat, PulseRow } from "../rows/pulse.table.ts";
import type { Authority } from "./authority.ts";

/** A source's observations of all its deployments at one time. */
export interface SourceReport {
  organization: OrganizationId;
  source: SourceInstance;
  /** Unix epoch in milliseconds. */
  measuredAt: number;
  observations: readonly Observation[];
  /** Which deployments of other sources this one may take over. */
  authority: Authority;
  /**
   * Shortest time since the source's last report, in milliseconds. Left out by a source of which only one
   * worker reports at a time.
   */
  shortestInterval?: number;
  /** An agent's health, as `packHealth` writes it. */
  agent?: string | undefined;
  /**
   * Gets the number of deployments that are created, and returns a write that fails when the source is gone.
   * Called when deployments are created, or a pulse is new. May throw a Problem to refuse them.
   */
  onCreate?: (count: number) => Write;
}

/**
 * "full": the organization has reached its quota, so only the deployments that it had before are up to date.
 */
export type Outcome = "written" | "older" | "too soon" | "full";

/** A deployment that was left out, because the source may not take it over from its owner. */
export interface Refused {
  id: string;
  /** Whether the same agent's last report did not include it, or could still write it. */
  isNew: boolean;
}

export interface IngestResult {
  outcome: Outcome;
  refused: Refused[];
}

/** A page of a report whose heartbeat failed. */
export interface PageCommit extends Omit<SourceReport, "observations"> {
  page: readonly Observation[];
  key: Key;
  next: Heartbeat;
  fingerprints: readonly string[];
  /** The pulse as the failed update found it; undefined when there was none. */
  before: PulseRow | undefined;
  /** The entries of the pulses of all changed pages: a new deployment moves others from one page to the next. */
  figuresBefore: ReadonlyMap<string, Figures | undefined>;
}

/** Why a page must not be written over a pulse; undefined if it may be. */
export function skipReason(
  { measuredAt, next, shortestInterval = 0 }: Pick<PageCommit, "measuredAt" | "next" | "shortestInterval">,
  before: PulseRow | undefined,
): "older" | "too soon" | undefined {
  if (before && before.measuredAt >= measuredAt) return "older";
  return before && next.receivedAt - before.receivedAt < shortestInterval ? "too soon" : undefined;
}

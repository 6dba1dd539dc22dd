import type { OrganizationId } from "../../access/scope.ts";
import type { Write } from "../../table/table.ts";
import type { Authority } from "./authority.ts";
import type { Key } from "../../table/keys.ts";
import type { Observation, SourceInstance } from "../rows/observation.ts";
import type { Beat, PulseRow } from "../rows/pulse.table.ts";

/** What a source saw of all its deployments at one time. */
export interface Observed {
  organization: OrganizationId;
  source: SourceInstance;
  /** When it was measured, Unix epoch in milliseconds. */
  at: number;
  observations: readonly Observation[];
  /** Who stands behind the source: what it may take over from others. */
  authority: Authority;
  /** What an agent tells of itself, as `packHealth` writes it. */
  agent?: string | undefined;
  /**
   * What is to be written beside when a pulse is new or deployments are created, with their number: a write that fails
   * when the source is gone. May refuse by throwing a Problem.
   */
  onCreate?: (count: number) => Write;
}

/** What became of it; "full" when only what was there before is up to date, because the organization holds no more. */
export type Outcome = "written" | "older" | "too soon" | "full";

/** A deployment that was left out, because the source may not take it over from the one that owns it. */
export interface Refused {
  id: string;
  /** Whether the same agent's last report could still tell of it, or did not try. */
  isNew: boolean;
}

export interface Taken {
  outcome: Outcome;
  refused: Refused[];
}

/** One page that could not be taken in by one write. */
export interface Reshaping extends Observed {
  key: Key;
  next: Beat;
  fingerprints: readonly string[];
  /** The pulse as the failed update found it; undefined when there was none. */
  before: PulseRow | undefined;
}

/** Shortest time between two writes of one pulse, in milliseconds. */
export const shortestGap = 2_000;

import type { OrganizationId } from "../access/scope.ts";
import type { Write } from "../table/table.ts";
import type { Observation, Source } from "./observation.ts";

/** What a source saw of all its deployments at one time. */
export interface Observed {
  organization: OrganizationId;
  source: Source;
  /** When it was measured, Unix epoch in milliseconds. */
  at: number;
  observations: readonly Observation[];
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

/** Shortest time between two writes of one pulse, in milliseconds. */
export const shortestGap = 2_000;

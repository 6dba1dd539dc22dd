import type { RoleTrial, TrialResult } from "../contract/source/role-trial.ts";

/** Tries roles of customers. The caller cannot use a role: its credentials stay behind this port. */
export interface RoleTrials {
  /** Never throws; waits a bounded time. */
  run(trial: RoleTrial): Promise<TrialResult>;
}

import { whyManaged } from "../contract/source/rights.ts";
import { Problem } from "../kit/problem.ts";

/** The refusal of a change to what the configuration file manages. It holds for everybody, also for super admins. */
export const managedByFile = (): Problem => new Problem("conflict", whyManaged, { code: "MANAGED_BY_FILE" });

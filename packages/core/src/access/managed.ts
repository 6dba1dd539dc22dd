import { whyManaged } from "../contract/source/rights.ts";
import type { SourceContext } from "./context.ts";
import { Problem } from "../kit/problem.ts";

/** The refusal of a change to what the configuration file manages. It holds for everybody, also for super admins. */
export const managedByFile = (): Problem => new Problem("conflict", whyManaged, { code: "MANAGED_BY_FILE" });

/** Throws conflict where the configuration file manages an object, and somebody else changes it. */
export function refuseManaged({ actor }: SourceContext, object: { managedBy?: "file" | undefined }): void {
  if (object.managedBy !== undefined && actor.kind !== "file") throw managedByFile();
}

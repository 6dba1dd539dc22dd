import type { DeploymentListItem } from "@shardwatch/core/contract/deployment/deployment";
import type { TroubleOf } from "@shardwatch/core/contract/filter/facts";
import { counted } from "../../../lib/words/count.ts";
import { lazyModule } from "../../../lib/loading/lazy-module.ts";
import { showError, showSuccess } from "../../../lib/browser/toasts.ts";

const files = lazyModule(() => import("./csv-file.ts"));

/** Loads the code that writes CSV, for a person who is about to export. */
export const preloadExport = files.preload;

/** Saves loaded deployments as a CSV file, in this order, and says so. */
export async function exportDeployments(
  rows: readonly DeploymentListItem[],
  troubleOf: TroubleOf | undefined,
): Promise<void> {
  try {
    const { saveDeployments } = await files.load();
    const name = await saveDeployments(rows, Date.now(), troubleOf);
    showSuccess(`${counted(rows.length, "deployment")} exported to ${name}`);
  } catch (error) {
    showError("Couldn't export the deployments", error);
  }
}

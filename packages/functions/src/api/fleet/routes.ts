import { together } from "../route.ts";
import { deploymentHistory } from "../routes/history.ts";
import { databases } from "./databases.ts";
import { deploymentsCsv } from "./deployments-csv.ts";
import { history } from "./history.ts";
import { incidents } from "./incidents.ts";
import { outlook } from "./outlook.ts";
import { patchedVersions } from "./patched-versions.ts";
import { silences } from "./silences.ts";

/**
 * What the function `fleet` answers: routes that read all of an organization at once. The history
 * of one deployment and the incidents are here because the bundle of `api` has no space for them.
 */
export const fleetRoutes = together(
  databases,
  deploymentsCsv,
  history,
  outlook,
  deploymentHistory,
  incidents,
  patchedVersions,
  silences,
);

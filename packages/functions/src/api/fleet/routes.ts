import { router } from "../route.ts";
import { audit } from "./audit.ts";
import { databases } from "./databases.ts";
import { databasesCsv } from "./databases-csv.ts";
import { deploymentsCsv } from "./deployments-csv.ts";

/** What the function `fleet` answers: routes that read all of an organization at once. */
export const fleetRoutes = router()
  .route("/", databases)
  .route("/", databasesCsv)
  .route("/", deploymentsCsv)
  .route("/", audit);

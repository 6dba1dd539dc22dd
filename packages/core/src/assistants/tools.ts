import { countBy } from "./count-by.ts";
import { explainDeployment } from "./explain-deployment.ts";
import { explainIncident } from "./explain-incident.ts";
import { filterHelp } from "./filter-help.ts";
import { findDatabases } from "./find-databases.ts";
import { findDeployments } from "./find-deployments.ts";
import { historyOf } from "./history-of.ts";
import { licenseAndSupport } from "./license-and-support.ts";
import { listIncidents } from "./list-incidents.ts";
import type { Tool } from "./tool.ts";
import { whatChanged } from "./what-changed.ts";

/** All tools, in the order in which assistants get them. */
export const tools: readonly Tool[] = [
  findDeployments,
  findDatabases,
  explainDeployment,
  countBy,
  listIncidents,
  explainIncident,
  historyOf,
  whatChanged,
  licenseAndSupport,
  filterHelp,
];

import type { Fact } from "@shardwatch/core/contract/filter/value";
import type { Trouble } from "@shardwatch/core/contract/incident/trouble";
import type { Deployment } from "@shardwatch/core/contract/deployment/deployment";
import { detailsOf } from "../../../../sources/details.ts";
import { oldOf } from "../old-values.ts";
import { limitUnreadable } from "../gaps.ts";
import type { DatabaseContext } from "./database-columns.tsx";

/** What the facts of a deployment's databases need to know of it. */
export const contextOf = (deployment: Deployment, trouble: Fact<Trouble>): DatabaseContext => ({
  trouble,
  old: oldOf(deployment),
  limitUnreadable: limitUnreadable(deployment.gaps),
  reports: detailsOf(deployment.source).reports(deployment),
  gaps: deployment.gaps,
});

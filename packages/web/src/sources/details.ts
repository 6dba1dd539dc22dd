import type { DeploymentSource } from "@shardwatch/core/contract/source/source";
import { details as agent } from "./agent/details.ts";
import { details as elastiCache } from "./elasticache/details.ts";
import { details as redisCloud } from "./redis-cloud/details.ts";
import type { ShownDetails, SourceDetails } from "./source.ts";

/** What the pages of a deployment and the setup show of each kind. A kind that is missing here does not compile. */
export const sourceDetails: Readonly<Record<DeploymentSource, SourceDetails>> = {
  agent,
  "redis-cloud": redisCloud,
  elasticache: elastiCache,
};

const ofLaterRelease: ShownDetails = {
  calls: null,
  reports: () => ({
    fields: new Set(),
    never: "Only a later release knows this source. This one shows the values that are stored.",
  }),
  findNames: () => Promise.resolve(() => undefined),
};

/** What is shown of a source. One that only a later release knows has the facts that are stored. */
export const detailsOf = (source: DeploymentSource): ShownDetails =>
  (sourceDetails as Partial<typeof sourceDetails>)[source] ?? ofLaterRelease;

import { channelFailing } from "./channels.ts";
import { certificateEnds } from "./certificate.ts";
import { flashShardsFull, licenseEnds, ramShardsFull } from "./license.ts";
import { evictionsBegin, memoryFull } from "./memory.ts";
import { replicaLost } from "./replicas.ts";
import type { AgentRule, ChannelRule, DeploymentRule, SourceRule } from "./rule.ts";
import { persistenceFailing } from "./persistence.ts";
import { agentClock, agentOld, keyUnused, sourceFailing } from "./sources.ts";
import { databaseUnwell, silent, unwell } from "./status.ts";

/* The rules that watch every organization. They are code, so a release can add one for everybody. */

export const deploymentRules: readonly DeploymentRule[] = [
  silent,
  unwell,
  memoryFull,
  licenseEnds,
  certificateEnds,
  ramShardsFull,
  flashShardsFull,
  databaseUnwell,
  persistenceFailing,
  replicaLost,
  evictionsBegin,
];

export const sourceRules: readonly SourceRule[] = [sourceFailing, keyUnused];

export const channelRules: readonly ChannelRule[] = [channelFailing];

/** @param version the release that runs, such as "0.3.0" */
export const agentRules = (version: string): AgentRule[] => [agentClock, agentOld(version)];

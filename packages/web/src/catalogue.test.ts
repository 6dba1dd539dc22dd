import { fleetMetricNames, historyMetricNames } from "@shardwatch/core/contract/catalogue/figures";
import { deploymentColumns as deploymentCsv } from "@shardwatch/core/contract/csv/deployments";
import { databaseColumns as databaseCsv } from "@shardwatch/core/contract/csv/databases";
import { databaseSorts } from "@shardwatch/core/contract/database";
import { fieldNames } from "@shardwatch/core/contract/filter/fields";
import { slotColumnNames } from "@shardwatch/core/contract/slot-columns";
import { pastColumnNames } from "@shardwatch/core/history/timeline/columns";
import { expect, test } from "vitest";
import { fieldGroups } from "./changes/field-names.ts";
import { databaseColumns } from "./pages/databases/columns.tsx";
import { deploymentColumns } from "./pages/deployments/columns.tsx";

const ids = (columns: readonly { id: string }[]) => columns.map(({ id }) => id);

/** Names that people have in bookmarks, stored filters, files and scripts, and that rows have. */
const published: Record<string, readonly [names: readonly string[], former: string]> = {
  "fields of the filter": [
    fieldNames,
    "type org id source status severity fresh via region provider plan engine version eos util memory maxmemory databases ram flash shards license tls policy evicting gaps unsaved incident",
  ],
  "CSV columns of deployments": [
    Object.keys(deploymentCsv),
    "id name type source via organizationId severity status statusMessage statusSince lastUpdated databaseCount memoryUsedBytes memoryLimitBytes utilizationPercent fullestDatabase evictionPolicy engine versionLowest versionHighest tls region licenseExpires licenseDaysLeft ramShardsInUse ramShardsLimit flashShardsInUse flashShardsLimit shardsLimit",
  ],
  "CSV columns of databases": [
    Object.keys(databaseCsv),
    "deploymentId deploymentName id name type source organizationId status lastUpdated memoryUsedBytes memoryLimitBytes utilizationPercent evictionPolicy engine version tls nodeType region",
  ],
  "columns of deployments": [
    ids(deploymentColumns),
    "name organization status memory type source via databaseCount version region licenseUtilization lastUpdated licenseExpiration actions",
  ],
  "columns of databases": [
    ids(databaseColumns),
    "name deployment status utilization memory limit version policy tls region nodeType",
  ],
  "sort orders of databases": [
    databaseSorts,
    "name deployment status version memory limit utilization policy tls region",
  ],
  "metrics of a deployment": [
    historyMetricNames,
    "memoryUsed memoryLimit utilization ops opsPeak clients hitRatio evictions expirations keys expiring fragmentation replicationLag replicationSilence ramShards ramShardLimit flashShards flashShardLimit",
  ],
  "metrics of an organization": [
    fleetMetricNames,
    "databases memoryUsed memoryLimit unlimited measured ops clients hitRatio ramShards ramShardLimit flashShards flashShardLimit",
  ],
  "stored columns of five minutes": [
    slotColumnNames,
    "used limit ops clients hits misses evicted keys expiring expired fragmentation lagBytes lagSeconds",
  ],
  "stored columns of hours and days": [
    pastColumnNames,
    "used limit ops opsPeak clients hits misses evicted keys expiring expired fragmentation lagBytes lagSeconds",
  ],
  "choices of the feed of changes": [
    fieldGroups.flatMap(({ all = [], fields }) => [...fields, ...[all].flat()]),
    "appeared deleted moved_here moved_away name type status statusMessage certificateEnd enterpriseAdminUrl source gaps databases.added databases.removed databases.name databases.status databases.version databases.memoryLimit databases.evictionPolicy databases.tlsEnabled databases.role databases.replicas databases.persistenceFailed databases.startedAt databases license.expirationDate license.ramShardsLimit license nodes.added nodes.removed nodes.role nodes.state nodes shards.added shards.removed shards.node shards cloudSubscription",
  ],
};

test.each(Object.entries(published))(
  "OUT17 none of the %s has lost its name or its place",
  (_, [names, former]) => {
    const kept = former.split(" ").map((name) => name.replaceAll("_", " "));
    expect(names.filter((name) => kept.includes(name))).toEqual(kept);
  },
);

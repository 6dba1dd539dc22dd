import { databaseFacts, partFacts } from "@shardwatch/core/contract/catalogue/databases";
import { deploymentFacts } from "@shardwatch/core/contract/catalogue/deployments";
import { type Fact, nameOf } from "@shardwatch/core/contract/catalogue/fact";
import { figures, fleetMetricNames, historyMetricNames } from "@shardwatch/core/contract/catalogue/figures";
import { databaseColumns as databaseCsv } from "@shardwatch/core/contract/csv/databases";
import { deploymentColumns as deploymentCsv } from "@shardwatch/core/contract/csv/deployments";
import { databaseSorts } from "@shardwatch/core/contract/deployment/database-sorts";
import { fieldNames, fields } from "@shardwatch/core/contract/filter/fields";
import { bytes, count, days, percent, plain } from "@shardwatch/core/contract/filter/units";
import { report } from "@shardwatch/core/contract/report/report";
import { slotColumnNames } from "@shardwatch/core/contract/report/slot-columns";
import { pastColumnNames } from "@shardwatch/core/history/timeline/columns";
import { expect, test } from "vitest";
import { fieldGroups } from "./changes/field-names.ts";
import { databaseColumns } from "./pages/databases/columns.tsx";
import { deploymentColumns } from "./pages/deployments/list/columns.tsx";
import { notKept } from "./pages/deployments/privacy/fields.ts";

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
    "name status memory organization type source via databaseCount version region licenseUtilization lastUpdated licenseExpiration actions",
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
    fieldGroups
      .flatMap(({ all, ...group }) => [...group.fields, ...(all === undefined ? [] : [all])])
      .toSorted(),
    "appeared certificateEnd cloudSubscription databases databases.added databases.evictionPolicy databases.memoryLimit databases.name databases.persistenceFailed databases.removed databases.replicas databases.role databases.startedAt databases.status databases.tlsEnabled databases.version deleted enterpriseAdminUrl gaps license license.expirationDate license.ramShardsLimit moved_away moved_here name nodes nodes.added nodes.removed nodes.role nodes.state shards shards.added shards.node shards.removed source status statusMessage type",
  ],
};

test.each(Object.entries(published))(
  "OUT17 none of the %s has lost its name or its place",
  (_, [names, former]) => {
    const kept = former.split(" ").map((name) => name.replaceAll("_", " "));
    expect(names.filter((name) => kept.includes(name))).toEqual(kept);
  },
);

const facts: Readonly<Record<string, Fact>> = { ...deploymentFacts, ...databaseFacts, ...partFacts };
const used = (some: Readonly<Record<string, Fact>>, use: "filter" | "column" | "csv"): string[] =>
  Object.values(some).flatMap((fact) => fact[use] ?? []);

/** What is in one list alone, by the list. */
const differences = (ofCatalogue: readonly string[], ofScreens: readonly string[]) => ({
  missing: ofScreens.filter((name) => !ofCatalogue.includes(name)),
  unused: ofCatalogue.filter((name) => !ofScreens.includes(name)),
  twice: ofCatalogue.filter((name, place) => ofCatalogue.indexOf(name) !== place),
});
const none = { missing: [], unused: [], twice: [] };

test("OUT17 every field of the filter, every column and every CSV column is of one fact of the catalogue", () => {
  expect(differences(used(deploymentFacts, "filter"), fieldNames)).toEqual(none);
  expect(differences(used(deploymentFacts, "csv"), Object.keys(deploymentCsv))).toEqual(none);
  expect(differences(used(deploymentFacts, "column"), ids(deploymentColumns))).toEqual({
    ...none,
    missing: ["trend", "actions"],
  });
  expect(differences(used(databaseFacts, "csv"), Object.keys(databaseCsv))).toEqual({
    ...none,
    missing: ["deploymentId", "deploymentName", "type", "source", "organizationId", "lastUpdated"],
  });
  expect(differences(used(databaseFacts, "column"), ids(databaseColumns))).toEqual({
    ...none,
    missing: ["deployment"],
  });
});

test("OUT17 a column of one fact has its name", () => {
  /** They show several facts. */
  const several = ["memory", "utilization", "licenseUtilization", "organization"];
  for (const [some, columns] of [
    [deploymentFacts, deploymentColumns],
    [databaseFacts, databaseColumns],
  ] as const)
    for (const fact of Object.values<Fact>(some)) {
      const column = columns.find(({ id }) => id === fact.column);
      if (column && !several.includes(column.id)) expect(column.header).toBe(nameOf(fact));
    }
});

test("OUT17 a number has the unit in which the filter asks for it", () => {
  const units = { bytes, percent, count, days, perSecond: plain, ratio: plain };
  const expectedBy = (unit: string | undefined) => units[unit as keyof typeof units]?.expected;
  const all = [...new Set(Object.values(units).map(({ expected }) => expected))];
  for (const [name, { unit, filter }] of Object.entries(facts))
    if (filter !== undefined) {
      const asked = all.find((expected) => fields[filter].hint.startsWith(expected));
      expect([name, expectedBy(unit)]).toEqual([name, asked]);
    }
});

test("OUT17 a fact with a past has the name and the unit of its figure, and its numbers follow from what is stored", () => {
  for (const fact of Object.values(facts))
    if (fact.past) expect(figures[fact.past]).toMatchObject({ name: nameOf(fact), unit: fact.unit });
  const columns = Object.values(figures).flatMap((figure) => ("columns" in figure ? figure.columns : []));
  expect(new Set(columns)).toEqual(new Set(pastColumnNames));
});

test("OUT17 every field of a report is a fact, or the privacy page says what happens to it", () => {
  const known = new Set([...Object.keys(facts), ...notKept.map(({ name }) => name.replace("[]", ""))]);
  const { databases, license, nodes, shards, ...own } = report.shape.deployments.element.shape;
  const sent = {
    "": own,
    "databases.": databases.unwrap().element.shape,
    "license.": license.unwrap().shape,
    "nodes.": nodes.unwrap().element.shape,
    "shards.": shards.unwrap().element.shape,
  };
  const paths = Object.entries(sent).flatMap(([part, shape]) =>
    Object.keys(shape).map((key) => `${part}${key}`),
  );
  expect(paths.length).toBeGreaterThan(50);
  expect(paths.filter((path) => !known.has(path))).toEqual([]);
});

test("OUT17 no two facts of a deployment or of a database have one name", () => {
  for (const some of [deploymentFacts, databaseFacts]) {
    const names = Object.values<Fact>(some).map((fact) => nameOf(fact).toLowerCase());
    expect(names.filter((name, place) => names.indexOf(name) !== place)).toEqual([]);
  }
});

test("OUT17 what the catalogue lacks, has without a use, or has twice is found", () => {
  expect(differences(["a", "b", "b"], ["a", "c"])).toEqual({
    missing: ["c"],
    unused: ["b", "b"],
    twice: ["b"],
  });
});

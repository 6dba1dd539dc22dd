import type { ReportedDeployment } from "@shardwatch/core/contract/report/report";
import { parseReport, reportByteLimit } from "@shardwatch/core/contract/report/report";
import { expect, test } from "vitest";
import { Parts } from "./parts.ts";
import type { SentReport } from "./parts.ts";

const about = { version: "1", platform: "linux-x64" };
const measuredAt = "2030-01-01T00:00:00.000Z";

function deployment(index: number, databases: number): ReportedDeployment {
  return {
    key: `cluster ${index}`,
    name: `cluster ${index}`,
    type: "ENTERPRISE",
    status: "active",
    databases: Array.from({ length: databases }, (_, id) => ({
      id: String(id),
      name: `database ${id} of a large cluster`,
      status: "active",
      version: "7.4.0",
      memoryUsed: "123456789012",
      memoryLimit: "223456789012",
      tlsEnabled: true,
    })),
  };
}

function divide(parts: Parts, deployments: ReportedDeployment[]): SentReport[] {
  const agent = { id: "0123456789abcdef", version: "1" };
  return parts.divide({ version: 1, agent, measuredAt, deployments }, about, []);
}

const partOf = (reports: SentReport[]): Map<string, string> =>
  new Map(
    reports.flatMap(({ agent, deployments }) => deployments.map(({ key }) => [key, agent.id] as const)),
  );

test("what fits is one report under the agent's own id", () => {
  const deployments = Array.from({ length: 500 }, (_, index) => deployment(index, 1));
  const reports = divide(new Parts(), deployments);
  expect(reports).toMatchObject([{ agent: { ...about, id: "0123456789abcdef" }, measuredAt }]);
  expect(reports[0]?.deployments).toEqual(deployments);
});

test.each([
  ["bytes", 40, 200],
  ["databases", 25, 500],
  ["deployments", 501, 1],
])(
  "AGT05 LIM18 AGT26 more %s than the API takes are divided: each report is one that it takes, together they carry all",
  (_, count, databases) => {
    const deployments = Array.from({ length: count }, (__, index) => deployment(index, databases));
    const reports = divide(new Parts(), deployments);
    expect(reports.length).toBeGreaterThan(1);
    for (const report of reports) {
      expect(parseReport(report)).toHaveProperty("report");
      expect(Buffer.byteLength(JSON.stringify(report))).toBeLessThan(reportByteLimit);
    }
    expect(new Set(reports.map(({ agent }) => agent.id)).size).toBe(reports.length);
    expect(partOf(reports).size).toBe(count);
  },
);

test("a deployment stays in its part over reports, restarts and changes of the configuration", () => {
  const deployments = Array.from({ length: 40 }, (_, index) => deployment(index, 200));
  const parts = new Parts();
  const first = partOf(divide(parts, deployments));
  // All but one cannot be read now, and two are no longer configured. The parts stay the same.
  const withoutDatabases = deployments.map((one) => ({ ...one, databases: [] }));
  const later = partOf(divide(parts, withoutDatabases.slice(2).toReversed()));
  for (const [key, id] of later) expect(id).toBe(first.get(key));
  expect(partOf(divide(new Parts(), deployments.toReversed()))).toEqual(first);
});

test("a part that grows too large is divided, and half of what it held stays where it was", () => {
  const parts = new Parts();
  const before = partOf(
    divide(
      parts,
      Array.from({ length: 60 }, (_, index) => deployment(index, 60)),
    ),
  );
  const after = partOf(
    divide(
      parts,
      Array.from({ length: 60 }, (_, index) => deployment(index, 100)),
    ),
  );
  expect(new Set(before.values()).size).toBe(1);
  const stayed = [...after].filter(([key, id]) => before.get(key) === id).length;
  expect(stayed).toBeGreaterThan(20);
  expect(stayed).toBeLessThan(40);
});

test("a deployment that no report can hold is told without its databases and holds up no other", () => {
  const [report] = divide(new Parts(), [deployment(0, 5_001), deployment(1, 2)]);
  expect(report?.deployments[0]?.databases).toBeUndefined();
  expect(report?.deployments[0]?.statusMessage).toContain("5001 databases");
  expect(report?.deployments[1]?.databases).toHaveLength(2);
});

/** What a hostile cluster can report: as many shards as a report may have, with the longest texts. */
const longest = (length: number) => "\u4e00".repeat(length);
const shards = Array.from({ length: 2_000 }, (_, index) => ({
  id: `${index}${longest(58)}`,
  database: "1",
  node: longest(64),
  role: null,
  state: longest(40),
}));
const nodes = Array.from({ length: 1_000 }, (_, index) => ({
  id: `${index}${longest(58)}`,
  role: null,
  slots: null,
  state: longest(40),
  address: longest(300),
}));
const ofShards = "Shards: 2000 are too large for a report and were left out.";
const ofNodes = "Nodes: 1000 are too large for a report and were left out.";
const others = Array.from({ length: 200 }, (_, index) => deployment(index + 1, 1));

test.each([
  ["shards", 1, { shards }, [ofShards]],
  ["shards of 150 databases", 150, { shards }, [ofShards]],
  ["nodes", 1, { nodes }, [ofNodes]],
  [
    "shards and nodes, beside all gaps",
    1,
    { shards, nodes, gaps: Array<string>(20).fill("a gap") },
    [ofShards, ofNodes],
  ],
])(
  "AGT05 AGT26 R12 %s that fill a report are left out with a gap, and the number of reports stays",
  (_, count, more, expected) => {
    const parts = new Parts();
    const reports = divide(parts, [{ ...deployment(0, count), ...more }, ...others]);
    expect(reports).toHaveLength(1);
    const [hostile] = reports[0]?.deployments ?? [];
    expect(hostile?.databases).toHaveLength(count);
    expect(hostile).not.toHaveProperty("shards");
    expect(hostile).not.toHaveProperty("nodes");
    expect(hostile?.gaps?.slice(-expected.length)).toEqual(expected);
    expect(parseReport(reports[0])).toHaveProperty("report");
  },
);

test("AGT05 R12 nodes that fit stay when only the shards are too large", () => {
  const few = nodes.slice(0, 10);
  const [report] = divide(new Parts(), [{ ...deployment(0, 1), shards, nodes: few }]);
  expect(report?.deployments[0]).toMatchObject({ nodes: few, gaps: [ofShards] });
});

test("AGT05 R12 databases that leave no space for others are left out, with the shards, and the number of reports stays", () => {
  const modules = Array.from({ length: 50 }, (_, index) => `${index}${longest(58)}`);
  const hostile = deployment(0, 100);
  const large = hostile.databases?.map((one) => ({ ...one, name: longest(200), modules }));
  const reports = divide(new Parts(), [{ ...hostile, databases: large, shards }, ...others]);
  expect(reports).toHaveLength(1);
  expect(reports[0]?.deployments[0]).not.toHaveProperty("databases");
  expect(reports[0]?.deployments[0]).not.toHaveProperty("shards");
  expect(reports[0]?.deployments[0]?.statusMessage).toContain("100 databases");
});

import type { ReportedDeployment } from "@shardwatch/core/contract/report";
import { parseReport, reportByteLimit } from "@shardwatch/core/contract/report";
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

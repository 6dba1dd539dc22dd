import { createHash } from "node:crypto";
import type { Report, ReportedDeployment } from "@shardwatch/core/contract/report/report";

export interface PartLimits {
  /** Of the deployments as JSON. The API accepts a mebibyte; the rest is for the other fields. */
  bytes: number;
  deployments: number;
  databases: number;
  /** The most databases of one deployment. */
  databasesOfOne: number;
}

export const defaultPartLimits: PartLimits = {
  bytes: 1_000_000,
  deployments: 500,
  databases: 12_000,
  databasesOfOne: 5_000,
};

/**
 * The data that leaves the host. `commands` names all commands since the start; the API ignores it. Each deployment counts
 * its own.
 */
export type SentReport = Report & { commands: string[] };

/** The API accepts at most a hundred ids for a key. */
const mostParts = 64;

/**
 * Divides the deployments among as few reports as the API's limits allow: usually one. The API treats a
 * deployment that is missing from an id's report as no longer reported. So each part has its own id, and the
 * hash of its key assigns a deployment to a part. It stays in that part across reports, restarts and changes
 * of the configuration. The number of parts is a power of two that only grows. So each division moves half of
 * a part.
 */
export class Parts {
  readonly #limits: PartLimits;
  #count = 1;

  constructor(limits: PartLimits = defaultPartLimits) {
    this.#limits = limits;
  }

  /**
   * The report, or several that carry it together. Each has the same facts about the agent.
   * @param commands the names of the commands sent to the servers
   */
  divide(report: Report, about: Omit<Report["agent"], "id">, commands: string[]): SentReport[] {
    const fitting = report.deployments.map((deployment) => this.#fit(deployment));
    let parts = this.#groups(fitting);
    while (this.#count < mostParts && !parts.every((part) => this.#fits(part))) {
      this.#count *= 2;
      parts = this.#groups(fitting);
    }
    return parts
      .map((deployments, index) => {
        const agent = { ...about, id: idOfPart(report.agent.id, index) };
        return { ...report, agent, deployments, commands };
      })
      .filter(({ deployments }) => deployments.length > 0);
  }

  #groups(deployments: ReportedDeployment[]): ReportedDeployment[][] {
    if (this.#count === 1) return [deployments];
    const groups: ReportedDeployment[][] = Array.from({ length: this.#count }, () => []);
    for (const deployment of deployments) groups[hash(deployment.key) % this.#count]?.push(deployment);
    return groups;
  }

  #fits(deployments: readonly ReportedDeployment[]): boolean {
    const databases = deployments.reduce((sum, one) => sum + (one.databases?.length ?? 0), 0);
    return (
      deployments.length <= this.#limits.deployments &&
      databases <= this.#limits.databases &&
      bytes(deployments) + slotBytes(deployments) <= this.#limits.bytes
    );
  }

  /**
   * A deployment that is too large would block the others. So it is sent without its shards, then also without its
   * nodes, then also without its databases. A gap or the status message says so.
   */
  #fit(deployment: ReportedDeployment): ReportedDeployment {
    const { databases = [], nodes = [], shards = [], ...rest } = deployment;
    // Far below both limits no measuring is needed. A database can have more than 10 KB.
    if (databases.length <= unmeasuredDatabases && nodes.length + shards.length === 0) return deployment;
    if (this.#fitsBesideOthers(deployment)) return deployment;
    let smaller = { ...deployment, gaps: deployment.gaps?.slice(0, mostGaps - 2) };
    for (const list of ["shards", "nodes"] as const) {
      if (!smaller[list]?.length) continue;
      smaller = without(smaller, list);
      if (this.#fitsBesideOthers(smaller)) return smaller;
    }
    return {
      ...rest,
      statusMessage: `Its ${databases.length} databases are too many or too large for a report.`,
    };
  }

  /** A deployment that fills a part would move each other one to a part of its own. */
  #fitsBesideOthers(deployment: ReportedDeployment): boolean {
    const size = bytes([deployment]) + slotBytes([deployment]);
    return (
      (deployment.databases?.length ?? 0) <= this.#limits.databasesOfOne &&
      size <= this.#limits.bytes * shareOfOne
    );
  }
}

const unmeasuredDatabases = 20;
const shareOfOne = 0.9;
/** The most gaps that a report accepts for a deployment. Those of the shards and the nodes must be among them. */
const mostGaps = 20;

function without(deployment: ReportedDeployment, list: "shards" | "nodes") {
  const { [list]: left = [], gaps = [], ...rest } = deployment;
  const name = list === "shards" ? "Shards" : "Nodes";
  const gap = `${name}: ${left.length} are too large for a report and were left out.`;
  return { ...rest, gaps: [...gaps, gap] };
}

/**
 * About the bytes of a slot: ten figures with their commas for each database, beside its id. A server with one database
 * has three more, for which its head has space.
 */
const figureBytes = 90;
const headBytes = 200;

/** The bytes that a slot of these deployments takes. A part must have space for one. */
function slotBytes(deployments: readonly ReportedDeployment[]): number {
  return deployments.reduce(
    (sum, { key, databases = [] }) =>
      sum + headBytes + key.length + databases.reduce((all, { id }) => all + id.length + 3 + figureBytes, 0),
    0,
  );
}

function idOfPart(agentId: string, index: number): string {
  if (index === 0) return agentId;
  return createHash("sha256").update(`${agentId}\n${index}`).digest("hex").slice(0, 24);
}

const bytes = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));
const hash = (key: string): number => createHash("sha256").update(key).digest().readUInt32BE();

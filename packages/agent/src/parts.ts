import { createHash } from "node:crypto";
import type { Report, ReportedDeployment } from "@shardwatch/core/contract/report";

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
   * A deployment that is too large for a report is sent without its databases, so that it does not block the
   * others.
   */
  #fit(deployment: ReportedDeployment): ReportedDeployment {
    const { databases, ...rest } = deployment;
    const count = databases?.length ?? 0;
    // Far below both limits no measuring is needed.
    if (count <= 100) return deployment;
    const size = bytes(deployment) + slotBytes([deployment]);
    if (count <= this.#limits.databasesOfOne && size < this.#limits.bytes) return deployment;
    return { ...rest, statusMessage: `Its ${count} databases are too many for a report.` };
  }
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

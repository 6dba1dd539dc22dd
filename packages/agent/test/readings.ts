import type { ReportedSlot } from "@shardwatch/core/contract/report/slots";
import type { SentReport } from "../src/parts.ts";
import type { Reading, Sample, Status } from "../src/sources/source.ts";

/** A database in a reading, all of whose usual figures are this one. */
export const sample = (figure: number, more: Partial<Sample> = {}): Sample => ({
  id: "0",
  used: figure,
  limit: 4_096,
  clients: figure,
  keys: figure,
  expiring: null,
  fragmentation: figure,
  lagBytes: figure,
  lagSeconds: null,
  rates: { seconds: 60, ops: figure, hits: figure, misses: 0, evicted: null, expired: figure },
  ...more,
});

/** A reading of a deployment with these databases. */
export function reading(key: string, samples: readonly Sample[], status: Status = "active"): Reading {
  const database = {
    name: null,
    status,
    version: null,
    memoryUsed: null,
    memoryLimit: null,
    tlsEnabled: null,
  };
  const databases = samples.map(({ id }) => ({ ...database, id }));
  return { deployment: { key, name: key, type: "ENTERPRISE", status, databases }, samples };
}

/** The report of one agent with these readings. */
export const reportFrom = (readings: readonly Reading[], now: number): SentReport => ({
  version: 1,
  agent: { id: "0123456789abcdef", version: "1" },
  measuredAt: new Date(now).toISOString(),
  deployments: readings.map(({ deployment }) => deployment),
  commands: [],
});

/** The slots of a report that were watched to their end. */
export const overIn = ({ slots = [] }: Pick<SentReport, "slots">): ReportedSlot[] =>
  slots.filter(({ covers }) => covers === undefined);

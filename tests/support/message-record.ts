import type { IncidentRecord } from "@shardwatch/core/incident/rows/record";

const now = 60_000_000;

/** An incident as passes have it, of which no channel knows yet. */
export function messageRecord(fields: Partial<IncidentRecord> = {}): IncidentRecord {
  const id = fields.id ?? "inc_1";
  return {
    id,
    key: id,
    rule: "memory-full",
    cause: { kind: "deployment", id: "dep_1", name: "cart" },
    severity: "warning",
    step: 0,
    members: [],
    evidence: { figures: [], words: null, since: null },
    expected: 1,
    flapping: false,
    openedAt: now,
    sequence: 1,
    notified: { sequence: 0, channels: {} },
    announced: { at: now, severity: "warning", step: 0, count: 1 },
    peak: 1,
    acknowledged: null,
    silencedUntil: null,
    resolvedAt: null,
    resolution: null,
    events: [],
    ...fields,
  };
}

import type { Incident } from "@shardwatch/core/contract/incident/incident";
import type { Column, Tone } from "../output/column.ts";
import type { Printed } from "../output/output.ts";

const toneOf = ({ severity, silencedUntil }: Incident): Tone | undefined =>
  severity === "info" || silencedUntil !== null ? undefined : severity;

/** "open", and what people have done about it. */
const stateOf = ({ state, acknowledged, silencedUntil, resolution }: Incident): string => {
  if (state === "resolved") return resolution ?? state;
  if (silencedUntil !== null) return "silenced";
  return acknowledged === null ? state : "acknowledged";
};

const columns: readonly Column<Incident>[] = [
  { name: "severity", cell: ({ severity }) => severity, tone: toneOf },
  { name: "state", cell: stateOf },
  { name: "since", unit: "time", cell: ({ since }) => since },
  { name: "title", cell: ({ title }) => title },
  { name: "affected", unit: "count", cell: ({ affected }) => affected.count },
  { name: "rule", cell: ({ rule }) => rule },
  { name: "id", cell: ({ id }) => id },
  { name: "openedAt", unit: "time", cell: ({ openedAt }) => openedAt },
  { name: "resolvedAt", unit: "time", cell: ({ resolvedAt }) => resolvedAt },
  { name: "cause", cell: ({ cause }) => cause.name },
  { name: "acknowledgedBy", cell: ({ acknowledged }) => acknowledged && (acknowledged.by.name ?? undefined) },
  { name: "silencedUntil", unit: "time", cell: ({ silencedUntil }) => silencedUntil },
];

/** How incidents are printed. */
export const printedIncidents = {
  columns,
  usual: ["severity", "title", "since", "state", "affected", "id"],
  objectOf: (incident: Incident) => incident,
} satisfies Printed<Incident>;

/** The fields of an incident in a list. */
export const incidentFields = [
  "id",
  "organizationId",
  "rule",
  "ruleName",
  "severity",
  "cause",
  "title",
  "since",
  "openedAt",
  "state",
  "resolvedAt",
  "resolution",
  "affected",
  "acknowledged",
  "silencedUntil",
  "flapping",
  "sequence",
  "advice",
  "notified",
] as const satisfies (keyof Incident)[];

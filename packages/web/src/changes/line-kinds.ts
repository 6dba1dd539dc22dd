import { added, removed } from "@shardwatch/core/contract/history/change-kinds";

/** What a line of the feed is about, in the order of the choices, with their labels. */
export const lineKinds = {
  status: "Status",
  version: "Versions",
  fleet: "Deployments",
  parts: "Databases and nodes",
  settings: "Configuration",
} as const;
export type LineKind = keyof typeof lineKinds;

export const isLineKind = (text: string): text is LineKind => Object.hasOwn(lineKinds, text);

const kinds: Readonly<Record<string, LineKind>> = {
  status: "status",
  statusMessage: "status",
  state: "status",
  gaps: "status",
  startedAt: "status",
  version: "version",
  source: "fleet",
  [added]: "parts",
  [removed]: "parts",
};

/** What a changed field is about. Its last part says it: "databases.version" is a version. */
export const kindOfField = (field: string): LineKind =>
  kinds[field.slice(field.lastIndexOf(".") + 1)] ?? "settings";

import type { Deployment, LastReport } from "@shardwatch/core/contract/deployment";
import { concernOfStatus } from "@shardwatch/core/contract/filter/severity";
import { formatBytes } from "@shardwatch/core/kit/bytes";

/** A field of a report by its name there, with the value that is kept. */
export interface Field {
  name: string;
  value: string;
}

/** Fields that belong together, such as those of one database. */
export interface FieldGroup {
  title: string;
  fields: Field[];
}

/**
 * Where each field of a deployment's answer comes from. "sent" is in the report under the same name. "part"
 * is a group of its own. The rest is worked out by us: the text says from what.
 */
const origins: Record<keyof Deployment, "sent" | "part" | { from: string }> = {
  id: { from: "Hash of the organization and the field key" },
  organizationId: { from: "Organization of the source" },
  name: "sent",
  type: "sent",
  source: { from: "Kind of the source" },
  status: "sent",
  statusMessage: "sent",
  statusSince: { from: "Our clock, when the status changed" },
  lastUpdated: { from: "Our clock, when the report arrived" },
  databaseCount: { from: "Number of databases" },
  memoryUsed: { from: "Sum of databases[].memoryUsed" },
  memoryLimit: { from: "Sum of databases[].memoryLimit" },
  fullest: { from: "Largest memoryUsed of its memoryLimit" },
  evicted: { from: "Sum of databases[].evicted, which are not kept" },
  facts: { from: "Summary of the databases" },
  via: { from: "Id of the source" },
  feeds: { from: "Sources that report it" },
  detailedHistory: { from: "Setting of its AWS account" },
  cloudSubscription: "sent",
  enterpriseAdminUrl: "sent",
  certificateEnd: "sent",
  gaps: "sent",
  databases: "part",
  license: "part",
  nodes: "part",
  shards: "part",
  report: "part",
};

/** What is kept of the last report, in the order and the words of the report. */
export function fieldGroups(deployment: Deployment): FieldGroup[] {
  const { databases, license, nodes = [], shards = [], report } = deployment;
  const agent = report?.agent;
  return [
    ...(agent ? [{ title: "Agent", fields: [...fieldsOf("agent", agent), ...timesOf(report)] }] : []),
    { title: "Deployment", fields: sentFields(deployment) },
    ...databases.map((database, index) => ({
      title: `Database ${database.name ?? database.id}`,
      fields: fieldsOf(`databases[${index}]`, database),
    })),
    ...(license ? [{ title: "License", fields: fieldsOf("license", license) }] : []),
    ...listGroup("Nodes", "nodes", nodes),
    ...listGroup("Shards", "shards", shards),
  ];
}

/** A list as one group; none for an empty list. */
const listGroup = (title: string, name: string, items: readonly object[]): FieldGroup[] =>
  items.length > 0 ? [{ title, fields: items.flatMap((item, at) => fieldsOf(`${name}[${at}]`, item)) }] : [];

/** Whether the status is not the source's own: it is silent. */
const isOurs = ({ status }: Deployment) => concernOfStatus(status) === "stale";

const timesOf = ({ measuredAt }: LastReport): Field[] => [{ name: "measuredAt", value: measuredAt }];

function sentFields(deployment: Deployment): Field[] {
  const sent = Object.entries(deployment).filter(([name]) => originOf(name) === "sent");
  // "stale" is our word: it replaces the last one of the source.
  return sent.flatMap(([name, value]) =>
    name === "status" && isOurs(deployment) ? [] : fieldsOf("", { [name]: value }),
  );
}

const originOf = (name: string) => origins[name as keyof Deployment];

/** A field that we worked out, and from what. */
export interface DerivedField extends Field {
  from: string;
}

export function derivedFields(deployment: Deployment): DerivedField[] {
  const derived = Object.entries(deployment).flatMap(([name, value]) => {
    const origin = originOf(name);
    if (typeof origin !== "object") return [];
    return fieldsOf("", { [name]: value }).map((field) => ({ ...field, from: origin.from }));
  });
  return isOurs(deployment)
    ? [{ name: "status", value: deployment.status, from: "Time since the last report" }, ...derived]
    : derived;
}

/** Every value below an object with its path. Those that are null or absent are left out. */
function fieldsOf(path: string, value: object): Field[] {
  return Object.entries(value).flatMap(([key, inner]: [string, unknown]): Field[] => {
    const name = path === "" ? key : `${path}.${key}`;
    if (inner === null || inner === undefined) return [];
    if (Array.isArray(inner) && inner.some((each) => typeof each === "object"))
      return inner.flatMap((each: object, at) => fieldsOf(`${name}[${at}]`, each));
    if (typeof inner === "object" && !Array.isArray(inner)) return fieldsOf(name, inner);
    return [{ name, value: textOf(key, inner) }];
  });
}

function textOf(name: string, value: unknown): string {
  if (Array.isArray(value)) return value.length > 0 ? value.join(", ") : "none";
  const text = String(value);
  if (name === "memoryLimit" && text === "0") return "0 (no limit set)";
  return name === "memoryUsed" || name === "memoryLimit" ? `${text} (${formatBytes(text)})` : text;
}

/** Fields of a report that are not kept as they were sent. */
export const notKept: readonly Field[] = [
  { name: "key", value: "Kept as a hash only, in the deployment's ID" },
  { name: "databases[].evicted", value: "Kept as a sum over all databases, until the next report" },
  { name: "slots", value: "Figures of five minutes, kept for 72 hours: the live figures of the deployment" },
  {
    name: "commands",
    value: "Names of all commands since the start; the counts of each deployment are above",
  },
  { name: "version", value: "Version of the report's format" },
];

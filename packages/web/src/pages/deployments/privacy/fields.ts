import { deploymentFacts } from "@shardwatch/core/contract/catalogue/deployments";
import type { Fact } from "@shardwatch/core/contract/catalogue/fact";
import type { Deployment, LastReport } from "@shardwatch/core/contract/deployment/deployment";
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

/** These are groups of their own. */
const parts: ReadonlySet<string> = new Set(["databases", "license", "nodes", "shards", "report"]);

/** What we work a field out from; undefined for one that is in the report under the same name. */
const workedOutFrom = (name: string): string | undefined =>
  (deploymentFacts as Readonly<Record<string, Fact>>)[name]?.from;

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
  const sent = Object.entries(deployment).filter(
    ([name]) => !parts.has(name) && workedOutFrom(name) === undefined,
  );
  // "stale" is our word: it replaces the last one of the source.
  return sent.flatMap(([name, value]) =>
    name === "status" && isOurs(deployment) ? [] : fieldsOf("", { [name]: value }),
  );
}

/** A field that we worked out, and from what. */
export interface DerivedField extends Field {
  from: string;
}

export function derivedFields(deployment: Deployment): DerivedField[] {
  const derived = Object.entries(deployment).flatMap(([name, value]) => {
    const from = workedOutFrom(name);
    return from === undefined ? [] : fieldsOf("", { [name]: value }).map((field) => ({ ...field, from }));
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

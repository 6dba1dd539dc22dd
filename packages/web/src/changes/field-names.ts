import { databaseFacts, partFacts } from "@shardwatch/core/contract/catalogue/databases";
import { deploymentFacts } from "@shardwatch/core/contract/catalogue/deployments";
import { type Fact, nameOf } from "@shardwatch/core/contract/catalogue/fact";
import { added, changeLists, removed } from "@shardwatch/core/contract/history/change-kinds";

const facts: Readonly<Record<string, Fact>> = { ...deploymentFacts, ...databaseFacts, ...partFacts };

/** What a field of the feed holds; undefined for a field that the catalogue lacks. */
export const unitOf = (field: string): Fact["unit"] => facts[field]?.unit;

/** What people call a field inside a sentence: "eviction policy" for "databases.evictionPolicy". */
export function fieldName(field: string): string {
  const fact = facts[field];
  const last = field.slice(field.indexOf(".") + 1);
  if (!fact) return last.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return fact.change ?? nameOf(fact).replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase());
}

/** The fields of a part that are offered. The deployment's own have no part before them. */
const choicesOf = (part: string): string[] =>
  Object.entries(facts).flatMap(([field, { choice }]) =>
    choice && field.slice(0, field.indexOf(".") + 1) === part ? [field] : [],
  );

const isList = (part: string) => changeLists.some((list) => list === part);

const groupOf = (label: string, part: string) => ({
  label,
  all: part,
  fields: [...(isList(part) ? [`${part}.${added}`, `${part}.${removed}`] : []), ...choicesOf(`${part}.`)],
});

/** The fields that the feed can be filtered by, in groups. A group's own value finds all of it. */
export const fieldGroups: readonly { label: string; all?: string; fields: readonly string[] }[] = [
  { label: "Deployments", fields: ["appeared", "deleted", "moved here", "moved away"] },
  { label: "Deployment", fields: choicesOf("") },
  groupOf("Databases", "databases"),
  groupOf("License", "license"),
  groupOf("Nodes", "nodes"),
  groupOf("Shards", "shards"),
  groupOf("Subscription", "cloudSubscription"),
];

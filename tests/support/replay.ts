import { changeLists } from "@shardwatch/core/contract/history/change-kinds";
import type { Change, ChangedField, ChangeValue } from "@shardwatch/core/contract/history/changes";
import type { Deployment } from "@shardwatch/core/contract/deployment/deployment";

/** A deployment's shape as the feed sees it: one value for each field; unknown ones are absent. */
export type Flat = Map<string, ChangeValue>;

const plain = (value: unknown): ChangeValue =>
  Array.isArray(value) ? value.map(String).toSorted() : (value as ChangeValue);

function put(shape: Flat, field: string, value: unknown): void {
  if (value === null || value === undefined) shape.delete(field);
  else shape.set(field, plain(value));
}

const pathOf = (list: string, id: string, field: string) => `${list} ${id} ${field}`;

/** The shape in a deployment's answer. Measured figures and times of reports are no part of it. */
export function flatten(deployment: Deployment): Flat {
  const shape: Flat = new Map();
  const { name, type, status, statusMessage, enterpriseAdminUrl, certificateEnd, via, gaps } = deployment;
  const own = { name, type, status, statusMessage, enterpriseAdminUrl, certificateEnd, source: via, gaps };
  for (const [field, value] of Object.entries(own)) put(shape, field, value);
  for (const part of ["license", "cloudSubscription"] as const)
    for (const [field, value] of Object.entries(deployment[part] ?? {}))
      put(shape, `${part}.${field}`, value);
  for (const list of changeLists)
    for (const { id, ...facts } of deployment[list] ?? []) {
      put(shape, pathOf(list, id, "is there"), true);
      for (const [field, value] of Object.entries(facts))
        if (field !== "memoryUsed") put(shape, pathOf(list, id, field), value);
    }
  return shape;
}

function apply(shape: Flat, { field, element, to, facts }: ChangedField): void {
  if (!element) return put(shape, field, to);
  const [list = "", name = ""] = field.split(".");
  const { id } = element;
  // What was added may have been removed in the same change, so nothing of it stays.
  if (name === "added" || name === "removed")
    for (const path of shape.keys()) if (path.startsWith(pathOf(list, id, ""))) shape.delete(path);
  if (name === "added") {
    put(shape, pathOf(list, id, "is there"), true);
    for (const [fact, value] of Object.entries(facts ?? {})) put(shape, pathOf(list, id, fact), value);
  } else if (name !== "removed") put(shape, pathOf(list, id, name), to);
}

/** The shape after all changes, which come newest first as the feed answers them. */
export function replay(first: Flat, changes: readonly Change[]): Flat {
  const shape = new Map(first);
  for (const { fields } of changes.toReversed()) for (const field of fields) apply(shape, field);
  return shape;
}

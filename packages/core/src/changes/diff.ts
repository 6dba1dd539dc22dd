import { added, changeLists, removed } from "../contract/history/change-kinds.ts";
import type { Fact, Facts, FieldEntry } from "./field-entry.ts";

/** An element of a shape: a database, a node or a shard, with anything beside its id. */
interface Element {
  id: string;
}

/** What a deployment looks like, in the parts that are compared. */
export interface Shape {
  /** Fields of the deployment itself. */
  own: object;
  /** Absent while the deployment has never been read. */
  detail?:
    | {
        license: object | null;
        cloudSubscription: object | null;
        databases: readonly Element[];
        nodes?: readonly Element[] | undefined;
        shards?: readonly Element[] | undefined;
      }
    | undefined;
}

/** Fields of elements that are measured, or that name the element. */
const notCompared: ReadonlySet<string> = new Set(["id", "memoryUsed"]);
/** Fields whose null says that there is none. Elsewhere null says that it is not known. */
const noneIsKnown: ReadonlySet<string> = new Set(["statusMessage"]);

function factOf(value: unknown): Fact {
  if (value === undefined || value === null) return null;
  if (Array.isArray(value)) return value.map(String).toSorted();
  return typeof value === "object" ? JSON.stringify(value) : (value as Fact);
}

const same = (left: Fact, right: Fact) => JSON.stringify(left) === JSON.stringify(right);

/**
 * The fields in which two shapes of a deployment differ. Figures and the order of lists do not count. What
 * becomes known by reading more than before is no change.
 * @param readAlike whether the same version of the source read both shapes. Otherwise a value in place of an
 * unknown one was only not read before.
 */
export function diff(before: Shape, after: Shape, readAlike: boolean): FieldEntry[] {
  const entries = fieldsOf("", before.own, after.own, readAlike);
  if (!before.detail || !after.detail) return entries;
  for (const part of ["license", "cloudSubscription"] as const)
    entries.push(...fieldsOf(`${part}.`, before.detail[part] ?? {}, after.detail[part] ?? {}, readAlike));
  for (const list of changeLists) {
    const [was, is] = [before.detail[list], after.detail[list]];
    if (was || readAlike) entries.push(...elementsOf(list, was ?? [], is ?? [], readAlike));
  }
  return entries;
}

function fieldsOf(
  prefix: string,
  before: object,
  after: object,
  readAlike: boolean,
  element: [id?: string, name?: string] = [],
): FieldEntry[] {
  const [was, is] = [before as Record<string, unknown>, after as Record<string, unknown>];
  return [...new Set([...Object.keys(was), ...Object.keys(is)])].flatMap((field): FieldEntry[] => {
    if (element.length > 0 && notCompared.has(field)) return [];
    const [from, to] = [factOf(was[field]), factOf(is[field])];
    const isFirst = from === null && !readAlike && !noneIsKnown.has(field);
    return same(from, to) || isFirst ? [] : [[`${prefix}${field}`, from, to, ...element] as FieldEntry];
  });
}

function elementsOf(
  list: string,
  before: readonly Element[],
  after: readonly Element[],
  readAlike: boolean,
): FieldEntry[] {
  const known = new Map(before.map((element) => [element.id, element]));
  const now = new Map(after.map((element) => [element.id, element]));
  const gone = [...known.values()].filter(({ id }) => !now.has(id));
  return [
    ...gone.map((element): FieldEntry => [`${list}.${removed}`, true, null, ...nameOf(element)]),
    ...[...now.values()].flatMap((element): FieldEntry[] => {
      const was = known.get(element.id);
      if (!was) return [[`${list}.${added}`, null, factsOf(element), ...nameOf(element)]];
      return fieldsOf(`${list}.`, was, element, readAlike, nameOf(element));
    }),
  ];
}

/** An element's id, and its name if it has one. */
function nameOf(element: Element): [id: string, name?: string] {
  const { id, name } = element as Element & { name?: unknown };
  return typeof name === "string" ? [id, name] : [id];
}

/** What is known of an element that is new. */
function factsOf(element: Element): Facts {
  const known = Object.entries(element).map(([field, value]) => [field, factOf(value)] as const);
  return Object.fromEntries(known.filter(([field, value]) => value !== null && !notCompared.has(field)));
}

import { joinedBy, joinedOf } from "@shardwatch/core/contract/filter/compile";
import type { Joined } from "@shardwatch/core/contract/filter/field";
import { fieldNames, fields, isField } from "@shardwatch/core/contract/filter/fields";
import type { Filter } from "@shardwatch/core/contract/filter/filter";

/*
 * Lists have the newest five-minute figures, and when memory is full, only where they ask for them. Columns have the names
 * of the fields. A list of names is in the order of the alphabet, so that it is the same text for the same names.
 */

export type { Joined };

/** Rows without anything that is joined. */
export const nothingJoined: readonly Joined[] = [];

const names = fieldNames.filter((name) => fields[name].joined);

const inOrder = (joined: ReadonlySet<Joined>): readonly Joined[] => [...joined].toSorted();

/** What a view can't be found without. */
export const joinedToFind = ({ filter, sort }: { filter: Filter; sort: string }): readonly Joined[] =>
  inOrder(new Set([...joinedBy(filter), ...joinedOf(isField(sort) ? [sort] : [])]));

/** What the shown columns need. */
export const joinedToShow = (config: Readonly<Record<string, boolean>>): readonly Joined[] =>
  inOrder(joinedOf(names.filter((name) => config[name])));

/** Those of before, with others. The same list where there is nothing new. */
export function withMore(before: readonly Joined[], ...more: (readonly Joined[])[]): readonly Joined[] {
  const all = inOrder(new Set([...before, ...more.flat()]));
  return all.length === before.length ? before : all;
}

/** The parameters of the API that ask for them. */
export const joinedParameters = (joined: readonly Joined[]): Partial<Record<Joined, "1">> =>
  Object.fromEntries(joined.map((name) => [name, "1"]));

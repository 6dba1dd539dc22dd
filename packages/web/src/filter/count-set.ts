import type { FieldName } from "@shardwatch/core/contract/filter/fields";
import type { Filter } from "@shardwatch/core/contract/filter/filter";

/** How many values of these fields are set. */
export const countSet = ({ terms }: Filter, names: readonly FieldName[]): number =>
  names.reduce((sum, name) => {
    const { any, none } = terms.get(name) ?? { any: [], none: [] };
    return sum + any.length + none.length;
  }, 0);

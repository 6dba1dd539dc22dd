import { asksFigures } from "@shardwatch/core/contract/filter/compile";
import { fieldNames, fields } from "@shardwatch/core/contract/filter/fields";
import type { Filter } from "@shardwatch/core/contract/filter/filter";

/* Lists have the newest five-minute figures only where they ask for them. Columns have the names of the fields. */

const names: readonly string[] = fieldNames.filter((name) => fields[name].isFigure);

/** Whether a view can't be found without the figures. */
export const findsByFigures = ({ filter, sort }: { filter: Filter; sort: string }): boolean =>
  asksFigures(filter) || names.includes(sort);

/** Whether one of their columns is shown. */
export const showsFigures = (config: Readonly<Record<string, boolean>>): boolean =>
  names.some((name) => config[name]);

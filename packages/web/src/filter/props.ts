import type { Facts } from "@shardwatch/core/contract/filter/facts";
import type { Filter } from "@shardwatch/core/contract/filter/filter";
import type { ChangeFilter } from "./use-chosen.ts";

/** What the parts of the filter bar share. */
export interface FilterProps {
  filter: Filter;
  /** Typing replaces the address, and a choice is a step of the history. */
  onChange: ChangeFilter;
  /** The facts of all loaded rows, behind the counts of the choices. */
  rows: readonly Facts[];
  /** Whether the person may choose an organization. */
  choosesOrganization: boolean;
}

export interface FilterSheetProps extends FilterProps {
  /** How many rows pass the filter, in words; undefined while they load. */
  found: string | undefined;
}

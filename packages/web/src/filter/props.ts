import type { Filter } from "@shardwatch/core/contract/filter/filter";
import type { Known } from "./choices.ts";
import type { FacetSet } from "./facets.ts";
import type { ChangeFilter } from "./use-chosen.ts";

/** What the parts of the filter bar share. */
export interface FilterProps {
  filter: Filter;
  /** Typing replaces the address, and a choice is a step of the history. */
  onChange: ChangeFilter;
  facets: FacetSet;
  /** What the choices and their counts are taken from. */
  known: Known;
  /** Whether the person may choose an organization. */
  choosesOrganization: boolean;
  /** Of the field for it: the choice that names none. */
  unchosen?: string | undefined;
}

export interface FilterSheetProps extends FilterProps {
  /** The name of the list. */
  label: string;
  /** How many rows pass the filter, in words; undefined while they load. */
  found: string | undefined;
}

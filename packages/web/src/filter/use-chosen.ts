import type { Filter } from "@shardwatch/core/contract/filter/filter";
import { useState } from "react";

export type ChangeFilter = (filter: Filter, history?: "push" | "replace") => void;

/**
 * The filter with changes that the address does not have yet, because a navigation takes some frames. Until
 * then a checkbox would be drawn unchecked, and a second choice would undo the first.
 */
export function useChosen(inAddress: Filter, onChange: ChangeFilter): [filter: Filter, change: ChangeFilter] {
  const [seen, setSeen] = useState(inAddress);
  const [filter, setFilter] = useState(inAddress);
  if (seen !== inAddress) {
    setSeen(inAddress);
    setFilter(inAddress);
  }
  const change: ChangeFilter = (next, history) => {
    setFilter(next);
    onChange(next, history);
  };
  return [filter, change];
}

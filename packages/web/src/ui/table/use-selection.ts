import { useCallback, useMemo, useRef, useState } from "react";
import type { Selection } from "./rows.ts";

interface SelectionOptions<Row> {
  /** The rows on the page. */
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  /** Names a row's checkbox. */
  labelOf: (row: Row) => string;
  /** All rows that pass the filters, on all pages. */
  found: () => readonly Row[];
}

/**
 * Which rows are selected. Rows that the filters hide do not count, so that nobody changes what they do not
 * see.
 */
export function useSelection<Row>({ rows, keyOf, labelOf, found }: SelectionOptions<Row>) {
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set());
  const anchor = useRef<string>(undefined);
  const shown = useMemo(() => rows.map(keyOf), [rows, keyOf]);

  const change = useCallback((some: readonly string[], on: boolean) => {
    setKeys((before) => {
      const next = new Set(before);
      for (const key of some)
        if (on) next.add(key);
        else next.delete(key);
      return next;
    });
  }, []);

  const count = shown.filter((key) => keys.has(key)).length;
  const selection: Selection<Row> = {
    label: labelOf,
    has: (row) => keys.has(keyOf(row)),
    toggle(row, range) {
      const key = keyOf(row);
      const [from, to] = [
        anchor.current === undefined ? -1 : shown.indexOf(anchor.current),
        shown.indexOf(key),
      ];
      const reach = range && from >= 0 ? shown.slice(Math.min(from, to), Math.max(from, to) + 1) : [key];
      change(reach, range || !keys.has(key));
      anchor.current = key;
    },
    shown: count === 0 ? "none" : count === shown.length ? "all" : "some",
    toggleShown: () => change(shown, count < shown.length),
  };
  return {
    selection,
    /** The selected rows that pass the filters, in the order of the list. */
    selected: useMemo(
      () => (keys.size === 0 ? [] : found().filter((row) => keys.has(keyOf(row)))),
      [keys, found, keyOf],
    ),
    selectAll: () => change(found().map(keyOf), true),
    clear: useCallback(() => setKeys(new Set()), []),
  };
}

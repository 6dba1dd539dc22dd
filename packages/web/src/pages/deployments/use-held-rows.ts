import { type FocusEvent, useRef, useState } from "react";
import type { DeploymentListItem } from "@shardwatch/core/contract/deployment";
import { type DeploymentName, keyOf } from "../../lib/deployment-key.ts";

interface Held {
  view: string;
  rows: readonly DeploymentListItem[];
}

/** The held rows with their current values, then other rows up to the page size. */
function bringUpToDate(
  held: readonly DeploymentListItem[],
  rows: readonly DeploymentListItem[],
  find: (deployment: DeploymentName) => DeploymentListItem | undefined,
  { pageSize, gone }: Pick<HeldRowsOptions, "pageSize" | "gone">,
): readonly DeploymentListItem[] {
  const keys = new Set(held.map(keyOf));
  const others = rows.filter((row) => !keys.has(keyOf(row)));
  const kept = held.filter((row) => !gone.has(keyOf(row))).map((row) => find(row) ?? row);
  return [...kept, ...others].slice(0, pageSize);
}

interface HeldRowsOptions {
  /** The page's rows in their current order. */
  rows: readonly DeploymentListItem[];
  /** The view as a text. A change of the view is never held back. */
  view: string;
  pageSize: number;
  /** Keys of rows that the person has deleted. These disappear at once. */
  gone: ReadonlySet<string>;
  find: (deployment: DeploymentName) => DeploymentListItem | undefined;
}

/**
 * Keeps the rows of a page in place while a pointer or the focus is on them: only their values change. The
 * new order applies when the pointer and the focus have left.
 */
export function useHeldRows({ rows, view, find, ...options }: HeldRowsOptions) {
  const on = useRef({ pointer: false, focus: false });
  const [held, setHeld] = useState<Held>();
  const holding = held?.view === view;
  const shown = holding ? bringUpToDate(held.rows, rows, find, options) : rows;

  function set(what: "pointer" | "focus", is: boolean) {
    on.current[what] = is;
    const hold = on.current.pointer || on.current.focus;
    if (hold && !holding && rows.length > 0) setHeld({ view, rows });
    if (!hold) setHeld(undefined);
  }

  return {
    rows: shown,
    /** The props of the element around the rows. */
    body: {
      onPointerEnter: () => set("pointer", true),
      onPointerLeave: () => set("pointer", false),
      onFocus: () => set("focus", true),
      onBlur: ({ currentTarget, relatedTarget }: FocusEvent) =>
        set("focus", relatedTarget instanceof Node && currentTarget.contains(relatedTarget)),
    },
  };
}

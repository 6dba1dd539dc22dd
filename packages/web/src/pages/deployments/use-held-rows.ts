import { type FocusEvent, useRef, useState } from "react";
import type { DeploymentListItem } from "@shardwatch/core/contract/deployment";
import { type DeploymentName, keyOf } from "../../lib/deployment-key.ts";

interface Held {
  view: string;
  rows: readonly DeploymentListItem[];
}

/** The held rows with what is known of them now, and others after them as long as there is room. */
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
  /** The page's rows as they would stand now. */
  rows: readonly DeploymentListItem[];
  /** What is shown, as a text: another view is never held back. */
  view: string;
  pageSize: number;
  /** Keys of what the person has deleted: that goes at once. */
  gone: ReadonlySet<string>;
  find: (deployment: DeploymentName) => DeploymentListItem | undefined;
}

/**
 * The rows of a page that must not move away under a pointer or a focus: while one is on them they keep their
 * places and only their values change. The new order counts when it leaves.
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
    /** For the element around the rows. */
    body: {
      onPointerEnter: () => set("pointer", true),
      onPointerLeave: () => set("pointer", false),
      onFocus: () => set("focus", true),
      onBlur: ({ currentTarget, relatedTarget }: FocusEvent) =>
        set("focus", relatedTarget instanceof Node && currentTarget.contains(relatedTarget)),
    },
  };
}

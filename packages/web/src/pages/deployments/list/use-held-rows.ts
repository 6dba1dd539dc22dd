import { type FocusEvent, type PointerEvent, useEffect, useEffectEvent, useRef, useState } from "react";
import type { DeploymentListItem } from "@shardwatch/core/contract/deployment/deployment";
import { type DeploymentName, keyOf } from "../../../lib/words/deployment-key.ts";

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
 * new order applies when the pointer and the focus have left. Another view has its own rows, which then stay.
 */
export function useHeldRows({ rows, view, find, ...options }: HeldRowsOptions) {
  const body = useRef<Element>(null);
  const pointer = useRef(false);
  const [held, setHeld] = useState<Held>();
  const holding = held?.view === view;
  const shown = holding ? bringUpToDate(held.rows, rows, find, options) : rows;

  function set(isUsed: boolean) {
    if (!isUsed) setHeld(undefined);
    else if (!holding && rows.length > 0) setHeld({ view, rows });
  }
  const follow = useEffectEvent(() => set(isUsed(body.current, pointer.current)));
  const isOutdated = held !== undefined && !holding && rows.length > 0;
  // The pointer rests, and the focus stays, when a key changes the view. No event says so.
  useEffect(() => {
    if (isOutdated) follow();
  }, [isOutdated]);

  function move({ currentTarget }: PointerEvent, isOn: boolean) {
    body.current = currentTarget;
    pointer.current = isOn;
    set(isUsed(currentTarget, isOn));
  }

  return {
    rows: shown,
    /** The props of the element around the rows. */
    body: {
      onPointerEnter: (event: PointerEvent) => move(event, true),
      onPointerLeave: (event: PointerEvent) => move(event, false),
      onFocus: ({ currentTarget }: FocusEvent) => {
        body.current = currentTarget;
        set(true);
      },
      onBlur: ({ currentTarget, relatedTarget }: FocusEvent) =>
        set(pointer.current || (relatedTarget instanceof Node && currentTarget.contains(relatedTarget))),
    },
  };
}

/** An element that is removed while it has the focus, or is under the pointer, sends no event. */
const isUsed = (body: Element | null, pointer: boolean): boolean =>
  body?.isConnected === true && (pointer || body.contains(document.activeElement));

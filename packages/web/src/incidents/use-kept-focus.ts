import type { Incident } from "@shardwatch/core/contract/incident/incident";
import { useCallback, useEffect, useRef } from "react";

/**
 * Keeps the focus in a list whose buttons disappear with what they do. It goes to the link of the incident. Where the
 * row is gone, it goes to the page's heading.
 * @param rows what the list shows
 * @returns names the incident that a person is about to acknowledge
 */
export function useKeptFocus(rows: readonly Incident[] | undefined): (incident: Incident) => void {
  const awaited = useRef<string>(undefined);
  useEffect(() => {
    const id = awaited.current;
    const row = rows?.find((one) => one.id === id);
    if (id === undefined || row?.acknowledged === null) return;
    awaited.current = undefined;
    if (document.activeElement !== document.body) return;
    const link = document.querySelector<HTMLElement>(`[data-incident="${CSS.escape(id)}"]`);
    (link ?? document.querySelector("h1"))?.focus();
  }, [rows]);
  return useCallback(({ id }) => {
    awaited.current = id;
  }, []);
}

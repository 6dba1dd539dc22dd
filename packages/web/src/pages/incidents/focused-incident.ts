import type { Incident } from "@shardwatch/core/contract/incident/incident";

/** The incident in whose row or card the focus is. */
export function focusedIncident(rows: readonly Incident[] | undefined): Incident | undefined {
  const link = document.activeElement?.closest("tr, li")?.querySelector<HTMLElement>("[data-incident]");
  const id = link?.dataset["incident"];
  return rows?.find((one) => one.id === id);
}

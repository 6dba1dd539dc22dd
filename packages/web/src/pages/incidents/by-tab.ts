import type { Incident } from "@shardwatch/core/contract/incident/incident";
import { isSilenced } from "../../incidents/states.ts";
import type { Tab } from "./incidents-view.ts";

/** The tabs of open incidents. "open" has those that count everywhere else, so its number is the rail's. */
export type OpenTab = Exclude<Tab, "past">;

/** The open incidents by tab, in their order. */
export function split(incidents: readonly Incident[]): Record<OpenTab, Incident[]> {
  const byTab: Record<OpenTab, Incident[]> = { open: [], info: [], silenced: [] };
  for (const one of incidents) {
    if (isSilenced(one)) byTab.silenced.push(one);
    else byTab[one.severity === "info" ? "info" : "open"].push(one);
  }
  return byTab;
}

/** How many rows each tab has. */
export const countsOf = ({ open, info, silenced }: Record<OpenTab, readonly Incident[]>) => ({
  open: open.length,
  info: info.length,
  silenced: silenced.length,
});

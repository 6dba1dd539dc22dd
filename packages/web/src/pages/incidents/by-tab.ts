import type { Incident } from "@shardwatch/core/contract/incident/incident";
import { isSilenced } from "../../incidents/states.ts";

/** The open incidents by tab, in their order. @param now Unix epoch in milliseconds */
export function split(incidents: readonly Incident[], now: number) {
  const [silenced, open]: [Incident[], Incident[]] = [[], []];
  for (const one of incidents) (isSilenced(one, now) ? silenced : open).push(one);
  return { open, silenced };
}

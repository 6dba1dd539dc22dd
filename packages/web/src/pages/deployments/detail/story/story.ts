import type { Incident } from "@shardwatch/core/contract/incident/incident";
import { membersOf } from "../../../../incidents/by-deployment.ts";
import { isSilenced } from "../../../../incidents/states.ts";

/** So many incidents are shown at once. More at one deployment are folded. */
const shownAtOnce = 3;

/** The open incidents of a deployment, as its page shows them. */
export interface Story {
  shown: Incident[];
  folded: Incident[];
}

/**
 * The story of a deployment: its open incidents in their order, silenced ones last.
 * @param incidents all open ones of its organization, the most urgent first
 */
export function storyOf(incidents: readonly Incident[], deployment: string): Story {
  const concerning = incidents.filter((incident) => membersOf(incident).includes(deployment));
  const [silenced, others] = [true, false].map((wanted) =>
    concerning.filter((incident) => isSilenced(incident) === wanted),
  );
  const all = [...(others ?? []), ...(silenced ?? [])];
  return { shown: all.slice(0, shownAtOnce), folded: all.slice(shownAtOnce) };
}

/** Who got a message, such as "E-mail to admins and #ops"; undefined when that is nobody, or not known. */
export function notifiedText({ notified = [] }: Pick<Incident, "notified">): string | undefined {
  if (notified.length === 0) return undefined;
  const names = notified.map(({ name }) => name ?? "a channel that is gone");
  return new Intl.ListFormat("en").format([...new Set(names)]);
}

import type { Api } from "../api/api.ts";

/** A change of one object, in words and in deeds. */
export interface Step {
  /** It is created, changed or deleted. */
  sign: "+" | "~" | "-";
  /** Such as: channel “Pager”. */
  title: string;
  /** What it gets, or which fields change. */
  lines: readonly string[];
  do: (api: Api) => Promise<void>;
}

/** What makes the objects of one kind as the file has them. */
export interface Plan {
  steps: Step[];
  /** Why the file can't be applied here: lines that begin with a place in the file. */
  faults: string[];
  /** What the API would refuse, in the same form. */
  refusals: string[];
  /** What else a person should know. */
  notes: string[];
}

export const emptyPlan = (): Plan => ({ steps: [], faults: [], refusals: [], notes: [] });

/** A field before and after a change, as a line; none where it stays. */
export const changed = (field: string, before: unknown, after: unknown): string[] => {
  const [one, other] = [shown(before), shown(after)];
  return one === other ? [] : [`${field}: ${one} → ${other}`];
};

/** A value as a person reads it. */
export const shown = (value: unknown): string => {
  if (value === null || value === "") return "none";
  return typeof value === "string" ? value : JSON.stringify(value);
};

/** The one object of the server that an entry is about; a fault where there are several. */
export function matchOf<Stored>(
  stored: readonly Stored[],
  isMeant: (one: Stored) => boolean,
  place: string,
): { found: Stored | undefined } | { fault: string } {
  const [found, ...others] = stored.filter(isMeant);
  if (others.length === 0) return { found };
  return { fault: `${place}: the server has several of this name; rename or delete all but one` };
}

/** Why what the server's own file has can't be changed here. */
export const ofServersFile = "the server's configuration file manages it; change it there";

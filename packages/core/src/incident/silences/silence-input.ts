import type { SilenceInput, SilenceScope } from "../../contract/incident/silence.ts";
import { longestSilenceDays, meaninglessIn } from "../../contract/incident/silence-words.ts";
import { isId } from "../../kit/ids.ts";
import { Problem, wrongFields } from "../../kit/problem.ts";
import { day } from "../../kit/time.ts";
import { canonicalFilter } from "../../view/canonical-filter.ts";
import type { StoredAlerts } from "../rows/incident.table.ts";
import { titleOf } from "../messages/words.ts";

/** The beginning and the end of a silence, Unix epochs in milliseconds. Throws invalid for wrong ones. */
export function readTimes(
  { from, until }: Pick<SilenceInput, "from" | "until">,
  now: number,
): { from: number; until: number } {
  const begin = Math.max(from === undefined ? now : Date.parse(from), now);
  const end = Date.parse(until);
  const longest = longestSilenceDays * day;
  if (begin - now > longest) throw wrongFields([`from: must be within the next ${longestSilenceDays} days`]);
  if (end <= begin) throw wrongFields(["until: must be in the future, and after from"]);
  if (end - begin > longest)
    throw wrongFields([`until: must be at most ${longestSilenceDays} days after from`]);
  return { from: begin, until: end };
}

interface Scoped {
  scope: SilenceScope;
  /** Of the incident. */
  title?: string | undefined;
}

/**
 * The scope with the canonical text of its filter. Throws notFound for an incident that is not open, and invalid for
 * a filter that makes no sense. Throws conflict for an empty filter that is not confirmed.
 */
export function resolveScope(
  scope: SilenceScope,
  { open }: Pick<StoredAlerts, "open">,
  confirmed: boolean,
): Scoped {
  switch (scope.kind) {
    case "incident": {
      const found = open.find(({ record }) => record.id === scope.incidentId);
      if (!found || !isId("incident", scope.incidentId))
        throw new Problem("notFound", "There is no such open incident.");
      return { scope, title: titleOf(found.record) };
    }
    case "rule":
      return { scope };
    case "filter": {
      const filter = canonicalFilter(scope.filter);
      const wrong = meaninglessIn(filter);
      if (wrong.length > 0) throw wrongFields(wrong.map((field) => `${field}: has no meaning in a silence`));
      if (filter === "" && !confirmed) throw coversEverything();
      return { scope: { kind: "filter", filter } };
    }
  }
}

export const coversEverything = () =>
  new Problem("conflict", "This filter silences every deployment. Confirm that you want it.", {
    code: "SILENCES_EVERYTHING",
  });

import { type OrganizationId, ownOrganization } from "../access/scope.ts";
import { noOrganization } from "../account/source-rights.ts";
import { compile, joinedBy, joinedOf } from "../contract/filter/compile.ts";
import { type Facts, factsOf } from "../contract/filter/facts.ts";
import type { FieldName } from "../contract/filter/fields.ts";
import type { Filter } from "../contract/filter/filter.ts";
import { joinIncidents } from "../deployment/read/incident-join.ts";
import {
  measured,
  type MeasuredDeployment,
  recentDeployments,
} from "../history/newest/recent-deployments.ts";
import { openTroubles } from "../incident/open-troubles.ts";
import { everyJoinOver } from "../outlook/joins.ts";
import type { AssistantContext } from "./tool.ts";

export interface Listed {
  item: MeasuredDeployment;
  facts: Facts;
}

/** The only organization that an assistant reads, also for people who may see others. Throws conflict where there is none. */
export function ownIn({ actor }: AssistantContext): OrganizationId {
  const organization = ownOrganization(actor);
  if (!organization) throw noOrganization();
  return organization;
}

/**
 * All deployments that a filter matches, at most 15 seconds old. Calls that come together share a reading of what the list of
 * databases reads. Beside it is a query of the incidents.
 * @param columns fields that the caller shows; what is joined is read for some of them
 * @returns also how many may match: too little is known of them
 */
export async function listDeployments(
  ctx: AssistantContext,
  filter: Filter,
  columns: readonly FieldName[] = [],
): Promise<{ found: Listed[]; unsure: number }> {
  const organization = ownIn(ctx);
  const joined = new Set([...joinedBy(filter), ...joinedOf(columns)]);
  const [all, troubleOf] = await Promise.all([
    recentDeployments(ctx, organization, joined, everyJoinOver),
    joinIncidents(ctx, [organization], openTroubles),
  ]);
  const test = compile(filter);
  const now = ctx.clock.now();
  const found: Listed[] = [];
  let unsure = 0;
  for (const one of all.stored) {
    const item = measured(one, all, now);
    const facts = factsOf(item, now, troubleOf);
    const truth = test(facts);
    if (truth === true) found.push({ item, facts });
    else if (truth === undefined) unsure += 1;
  }
  return { found, unsure };
}

/** Sentences about what is old, and about what may be missing. Undefined for none. */
export function notesOf(silent: number, of: string, unsure: number, more: readonly string[] = []) {
  const notes = [
    ...(silent > 0 ? [`${silent} of these are ${of}: what they show is what was last known.`] : []),
    ...(unsure > 0
      ? [`${unsure} more may match: too little is known of them. Ask for them by unknown.`]
      : []),
    ...more,
  ];
  return notes.length > 0 ? notes : undefined;
}

export const isSilent = ({ freshness }: Pick<Facts, "freshness">): boolean => freshness === "silent";

/** The ids of the deployments that a filter matches; undefined where there is no filter. */
export async function idsMatching(ctx: AssistantContext, filter: Filter): Promise<Set<string>> {
  const { found } = await listDeployments(ctx, filter);
  return new Set(found.map(({ item }) => item.id));
}

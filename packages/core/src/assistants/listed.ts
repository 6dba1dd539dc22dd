import { type OrganizationId, ownOrganization } from "../access/scope.ts";
import { noOrganization } from "../account/source-rights.ts";
import type { DeploymentListItem } from "../contract/deployment/deployment.ts";
import { asksFigures, compile } from "../contract/filter/compile.ts";
import { type Facts, factsOf } from "../contract/filter/facts.ts";
import { type FieldName, fields } from "../contract/filter/fields.ts";
import type { Filter } from "../contract/filter/filter.ts";
import { joinIncidents } from "../deployment/read/incident-join.ts";
import { parsed } from "../deployment/read/keep.ts";
import { holdersOf } from "../deployment/read/owners.ts";
import { wholeList } from "../deployment/read/whole-list.ts";
import { figureReader } from "../history/newest/figures.ts";
import { openTroubles } from "../incident/open-troubles.ts";
import type { AssistantContext } from "./tool.ts";

export interface Listed {
  item: DeploymentListItem;
  facts: Facts;
}

/** The only organization that an assistant reads, also for people who may see others. Throws conflict where there is none. */
export function ownIn({ actor }: AssistantContext): OrganizationId {
  const organization = ownOrganization(actor);
  if (!organization) throw noOrganization();
  return organization;
}

/**
 * All deployments that a filter matches. It costs a query each of their rows, of the pulses and of the incidents, and a read of
 * patched versions, all at once. They may be a second old. The pages of the list would read the pulses again for each page.
 * @param columns fields that the caller shows; for some of them the newest five-minute figures are read
 * @returns also how many may match: too little is known of them
 */
export async function listDeployments(
  ctx: AssistantContext,
  filter: Filter,
  columns: readonly FieldName[] = [],
): Promise<{ found: Listed[]; unsure: number }> {
  const organization = ownIn(ctx);
  const asksForFigures = asksFigures(filter) || columns.some((name) => fields[name].isFigure);
  const figuresOf = asksForFigures ? figureReader(ctx, organization) : undefined;
  const [{ items, owners }, troubleOf] = await Promise.all([
    wholeList(ctx, organization),
    joinIncidents(ctx, [organization], openTroubles),
  ]);
  const figures = await figuresOf?.(holdersOf(owners));
  const test = compile(filter);
  const now = ctx.clock.now();
  const found: Listed[] = [];
  let unsure = 0;
  for (const text of items) {
    const item = parsed(text);
    const newest = figures?.get(item.id)?.total();
    if (newest) item.figures = newest;
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

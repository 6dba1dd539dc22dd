import type { Services } from "../access/context.ts";
import type { OrganizationId } from "../access/scope.ts";
import type { SourceInstance } from "../deployment/rows/observation.ts";
import { ownerOf } from "../deployment/rows/owner.ts";
import { inBatches } from "../kit/in-batches.ts";
import type { StoredRow } from "../table/row.ts";
import { changed, type CodedDeployment } from "./coded-deployment.ts";
import { shortIdOf } from "./deployment-bytes.ts";
import { divide } from "./id-groups.ts";
import type { Slot } from "./slots.ts";
import { readGroups } from "./stored-groups.ts";
import { groupOfTrail, slotOfTrail, trailKey, trailsOfGroup } from "./trail.keys.ts";
import { codedTrailRow, isSameTrail, readCodedTrails } from "./trail.table.ts";
import { type SlotDeployment, toCodes } from "./trail-payload.ts";
import { slotColumnNames } from "../contract/report/slot-columns.ts";
import { unknownCode } from "../kit/code16.ts";
import { isLongTag, shortTagOf, tagNames } from "./tags.ts";

const atOnce = 25;

/**
 * Adds figures to slots of one deployment, which may have been stored before. What a slot held stays, as far as the new
 * figures do not replace it. Repeating it changes nothing, and writes nothing.
 *
 * A trail is written whole, so the slots are read first. Only one worker at a time may write the trails of the source:
 * the lease of an integration sees to that.
 * @param slots each with the same deployment
 */
export async function amendSlots(
  services: Services,
  organization: OrganizationId,
  source: SourceInstance,
  slots: readonly Slot[],
): Promise<void> {
  const [deployment] = slots.flatMap(({ deployments }) => deployments);
  if (!deployment) return;
  const owner = ownerOf(source);
  const stored = await readStored(services, organization, { owner, id: deployment.id }, slots);
  const rows = slots.flatMap(({ slot, deployments }) =>
    deployments.flatMap((further) => {
      const before = stored.get(slot);
      const row = amended(services, organization, { owner, slot }, further, before);
      return before && isSameTrail(row, before) ? [] : [row];
    }),
  );
  await inBatches(rows, atOnce, (row) => services.table.put(row));
}

/** The row of each of these slots that holds the deployment. Strongly consistent, unlike the reads of charts. */
async function readStored(
  services: Services,
  organization: OrganizationId,
  { owner, id }: { owner: string; id: string },
  slots: readonly Slot[],
): Promise<Map<number, StoredRow>> {
  const numbers = slots.map(({ slot }) => slot);
  const [first, last] = [Math.min(...numbers), Math.max(...numbers)];
  const { table, clock } = services;
  const shortId = shortIdOf(id);
  const rows = await readGroups(services, organization, { owner, id, eventually: false }, (group) =>
    table.queryFirst(trailsOfGroup(organization, { owner, ...group }), last - first + 1, {
      after: trailKey(organization, { owner, ...group, slot: first - 1 }).sk,
    }),
  );
  const holding = rows.filter((row) =>
    readCodedTrails([row], clock.now()).some(({ deployments }) =>
      deployments.some((one) => one.shortId === shortId),
    ),
  );
  return new Map(holding.map((row) => [slotOfTrail(row), row]));
}

/** The row of a slot with further figures. It stays in its group: a second row of the slot would hide the first. */
function amended(
  { clock }: Services,
  organization: OrganizationId,
  { owner, slot }: { owner: string; slot: number },
  further: SlotDeployment,
  before: StoredRow | undefined,
): ReturnType<typeof codedTrailRow> {
  const codes = toCodes(further);
  const [known] = before ? readCodedTrails([before], clock.now()) : [];
  const group = before ? groupOfTrail(before) : divide([further])[0]?.group;
  const name = { owner, slot, split: 0, group: 0, ...group };
  return codedTrailRow(organization, name, known ? known.deployments.map(merged(codes)) : [codes]);
}

const merged =
  (further: CodedDeployment) =>
  (one: CodedDeployment): CodedDeployment =>
    one.shortId === further.shortId ? addCodes(one, further) : one;

/**
 * A deployment in a slot with further figures of the same slot. They replace known ones; an unknown one replaces nothing.
 * The status stays. Adding the same figures again changes nothing.
 */
export function addCodes(before: CodedDeployment, further: CodedDeployment): CodedDeployment {
  if (further.databases === 0) return before;
  if (before.databases === 0) return changed(further, { statusCode: before.statusCode });
  const [names = empty, others = empty] = namesOf(before, further);
  const all = [...new Set([...names.keys(), ...others.keys()])];
  const columns = slotColumnNames.flatMap((column) => {
    const [old, fresh] = [before.columns.get(column), further.columns.get(column)];
    if (!old && !fresh) return [];
    const codes = all.map((name) => {
      const code = codeAt(fresh, others.get(name));
      return code === unknownCode ? codeAt(old, names.get(name)) : code;
    });
    return [[column, codes] as const];
  });
  return {
    shortId: before.shortId,
    statusCode: before.statusCode,
    tags: all.map((name) => Buffer.from(name, "hex")),
    databases: all.length,
    columns: new Map(columns),
  };
}

const empty: ReadonlyMap<string, number> = new Map();

const codeAt = (column: readonly number[] | undefined, place: number | undefined): number =>
  (place === undefined ? undefined : column?.[place]) ?? unknownCode;

/**
 * The places of the databases of both by their names. A slot has tags of one length, and they are long where two short
 * ones would be the same. A short tag that meets long ones is lengthened. A database that is gone loses its figures then:
 * nobody knows its long tag.
 */
function namesOf(...both: readonly CodedDeployment[]): Map<string, number>[] {
  const names = both.map(({ tags, databases }) => tagNames(tags, databases));
  const long = new Set(names.flat().filter(isLongTag));
  const byShort = Map.groupBy(long, shortTagOf);
  return names.map((list) => {
    const places = list.flatMap((name, place): [string, number][] => {
      if (long.size === 0 || isLongTag(name)) return [[name, place]];
      const [only, ...others] = byShort.get(name) ?? [];
      return only === undefined || others.length > 0 ? [] : [[only, place]];
    });
    return new Map(places);
  });
}

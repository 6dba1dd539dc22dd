import type { OrganizationId } from "../access/scope.ts";
import type { ChangeKind } from "../contract/history/change-kinds.ts";
import type { DeploymentSource } from "../contract/source/source.ts";
import { day, hour, minute } from "../kit/time.ts";
import type { Write } from "../table/table.ts";
import { changeId } from "./change.keys.ts";
import { type NamedIds, putChange } from "./change.table.ts";
import { covers, type FieldEntry, mergeFields, overlap, packFields } from "./field-entry.ts";
import type { ChangeMemory, OpenChange } from "./memory.ts";
import { packPassed, passedAfter } from "./passing.ts";

/** What happened, to whom, when and by which source. */
export interface Happening {
  organization: OrganizationId;
  /** Unix epoch in milliseconds. */
  at: number;
  /** The source with its kind, as a list item names them; undefined when a person did it. */
  by: { via: string; source: DeploymentSource } | undefined;
}

/** A change of the same fields within this time extends their row, in milliseconds. */
const flapping = 10 * minute;
/**
 * For how long a row is extended after its first change, at most, and never into another UTC day. It is listed by that
 * first time, so a longer one would hide what is new.
 */
const longest = hour;
/** From this row of a deployment and day on, all further changes of that day extend it. */
const mostRows = 50;

/**
 * The write of a deployment's changed fields, for the transaction that changes its shape, and what the
 * deployment has to remember. There is no write when nothing changed.
 * @param memory what the deployment remembers of earlier changes
 */
export function recordChange(
  { organization, at, by }: Happening,
  deployment: readonly [id: string, name: string],
  fields: FieldEntry[],
  memory: ChangeMemory,
): { writes: Write[]; memory: ChangeMemory } {
  const today = Math.floor(at / day);
  const rows = memory.day === today ? (memory.rows ?? 0) : 0;
  const isFull = rows >= mostRows;
  // The last row of a full day stays open until the day ends.
  const isOpen = (one: OpenChange) =>
    at - one.until <= flapping && at - one.at <= longest && Math.floor(one.at / day) === today;
  const open = (memory.open ?? []).filter((one) => isFull || isOpen(one));
  if (fields.length === 0) return { writes: [], memory: { ...memory, open } };
  // A field that two rows have is extended in the newer one only. So the rows can be replayed in their order.
  const newest = isFull ? open[0] : open.find((one) => overlap(one.fields, fields));
  const extended = newest && (isFull || covers(newest.fields, fields)) ? newest : undefined;
  const next: OpenChange = extended
    ? {
        ...extended,
        until: at,
        times: extended.times + 1,
        fields: mergeFields(extended.fields, fields),
        passed: passedAfter(extended, fields, at),
      }
    : { id: changeId(at, "changed", deployment[0]), at, until: at, times: 1, fields };
  const others = open.filter((one) => one !== extended);
  return {
    writes: [
      putChange(organization, {
        id: next.id,
        kind: "changed",
        at: next.at,
        deployments: JSON.stringify([deployment]),
        ...by,
        ...(next.times > 1 && { until: next.until, times: next.times }),
        ...packed(next),
      }),
    ],
    memory: {
      ...memory,
      day: today,
      rows: extended ? rows : rows + 1,
      open: isFull
        ? [next]
        : extended
          ? open.map((one) => (one === extended ? next : one))
          : [next, ...others],
    },
  };
}

function packed({ fields, passed }: OpenChange) {
  const { what, more } = packFields(fields);
  const between = packPassed(fields, passed);
  return { what, ...(more > 0 && { more }), ...(between && { between }) };
}

/**
 * The id of the change with which deployments appear together.
 * @param first id of the first one
 */
export const idOfAppearance = (at: number, first: string): string => changeId(at, "appeared", first);

/**
 * The write for deployments that appear together, as one row. None for none. A row for each would cost six times as much
 * when an agent with thirty servers starts. The feed of a deleted deployment then lacks this entry.
 */
export function recordAppearance({ organization, at, by }: Happening, deployments: NamedIds): Write[] {
  const [first] = deployments;
  if (!first) return [];
  const id = idOfAppearance(at, first[0]);
  return [
    putChange(organization, { id, kind: "appeared", at, deployments: JSON.stringify(deployments), ...by }),
  ];
}

/** The write for a deployment that is deleted, or that moves to or from another organization. */
export function recordMove(
  { organization, at, by }: Happening,
  kind: Exclude<ChangeKind, "changed" | "appeared">,
  deployment: readonly [id: string, name: string],
): Write {
  const id = changeId(at, kind, deployment[0]);
  return putChange(organization, { id, kind, at, deployments: JSON.stringify([deployment]), ...by });
}

import { slotColumnNames, slotSeconds } from "../contract/report/slot-columns.ts";
import { type ReportedSlot } from "../contract/report/slots.ts";
import type { Observation } from "../deployment/rows/observation.ts";
import { hour, minute, second } from "../kit/time.ts";
import type { SlotDeployment } from "./trail-payload.ts";

/** Five minutes of a source: the number of five-minute steps since 1970, and its figures. */
export interface Slot {
  slot: number;
  /** How many seconds of it they are of. Absent: all. */
  covers?: number | undefined;
  deployments: readonly SlotDeployment[];
}

export const slotLength = slotSeconds * second;

export const slotAt = (time: number): number => Math.floor(time / slotLength);

/** Agents keep the slots of three hours. The rest is for the time that sending them takes. */
const latest = 3 * hour + 10 * minute;

type Reported = Pick<Observation, "id" | "databases">;

/**
 * The slots of a report that count. Slots of the future, older ones and ones that are not aligned are left out. So are
 * deployments and databases that the report does not hold. A deployment whose databases were not read in this report
 * keeps those of its slots. A slot of a wrong form is a defect of the agent and refused. A wrong time is a wrong clock,
 * which must not hide the state of the servers.
 * @param observations the report's deployments by their keys
 */
export function acceptedSlots(
  slots: readonly ReportedSlot[],
  observations: ReadonlyMap<string, Reported | undefined>,
  now: number,
): Slot[] {
  // Of two entries for one slot, the first counts.
  const accepted = new Map<number, Slot>();
  for (const { at, covers, deployments } of slots) {
    const time = Date.parse(at);
    if (time % slotLength !== 0 || time >= now || time < now - latest) continue;
    const slot = slotAt(time);
    const known = new Map<string, SlotDeployment>();
    for (const { key, status, databases } of deployments) {
      const observed = observations.get(key);
      if (!observed || known.has(observed.id)) continue;
      known.set(observed.id, {
        id: observed.id,
        status,
        databases: databases && ofReport(databases, observed),
      });
    }
    if (known.size > 0 && !accepted.has(slot))
      accepted.set(slot, { slot, covers, deployments: [...known.values()] });
  }
  return [...accepted.values()];
}

type Databases = NonNullable<SlotDeployment["databases"]>;

/** The databases that the report holds, each once. */
function ofReport(databases: Databases, { databases: observed }: Reported): Databases {
  const { ids } = databases;
  const allowed = observed && new Set(observed.map(({ id }) => id));
  const first = new Map(ids.map((id, index) => [id, index] as const).toReversed());
  const kept = [...ids.keys()].filter(
    (index) => first.get(ids[index] ?? "") === index && (allowed?.has(ids[index] ?? "") ?? true),
  );
  if (kept.length === ids.length) return databases;
  const columns = slotColumnNames.flatMap((name) => {
    const column = databases[name];
    return column ? [[name, kept.map((index) => column[index] ?? null)]] : [];
  });
  return { ids: kept.map((index) => ids[index] ?? ""), ...Object.fromEntries(columns) };
}

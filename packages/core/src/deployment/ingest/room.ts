import type { House } from "../../access/context.ts";
import type { OrganizationId } from "../../access/scope.ts";
import { mostReported } from "../../contract/report.ts";
import { day, hour, minute } from "../../kit/time.ts";
import { decideAgain } from "../../table/decide-again.ts";
import { ConditionFailed } from "../../table/errors.ts";
import { pulsesOf, roomKey } from "../../table/keys.ts";
import type { Write } from "../../table/table.ts";
import { countDeployments } from "../read/count.ts";
import { forgetPulse } from "../rows/last-figures.ts";
import { type Growth, noGrowth } from "../rows/growth.ts";
import type { SourceReport } from "./source-report.ts";
import { databasesOfPulse, type PulseRow } from "../rows/pulse.table.ts";
import { fits, putRoom, readRoom, type RoomRow } from "../rows/room.table.ts";

/*
 * Each list of an organization reads its deployments and all of its pulses, so what its agents may add is limited. How
 * much there is stands in a row that grows before they do, on the condition that it fits: reports at the same time cannot
 * exceed the limit together. What was cut off, deleted or moved leaves the number wrong; so it is counted anew when the
 * room seems to be used up, and otherwise once a day. A count may miss what is on its way at that moment, which is as much
 * again at most.
 */
const countAgainAfter = 10 * minute;
const countAnyway = day;
/** Agents that have been silent for so long make room when there is none, so many pages at a time. */
const silentFor = hour;
const mostForgotten = 20;

/** An organization has no room for more of that. */
export class NoRoom extends Error {
  readonly lacking: keyof Growth;

  constructor(lacking: keyof Growth) {
    super(`no room for more ${lacking}`);
    this.lacking = lacking;
  }
}

export interface Room {
  /** To be called before pulses grow by that in all. Throws NoRoom. */
  take(growth: Growth): Promise<void>;
  /** To be called after it with what they really grew by, nothing where it came to nothing: gives back the rest. */
  settle(growth: Growth): Promise<void>;
}

/** The room for what an agent reports; undefined for integrations, which the calls of their readings limit. */
export function roomFor(house: House, { organization, source, onCreate }: SourceReport): Room | undefined {
  if (source.kind !== "agent") return undefined;
  const key = roomKey(organization);
  // A report that was let in before its key was revoked must not write anew what was deleted since.
  const guard = onCreate ? [onCreate(0)] : [];
  let taken = noGrowth;

  /** Undefined when it went through, or else the row as it was found. */
  async function add(growth: Growth): Promise<{ found: RoomRow | undefined } | undefined> {
    try {
      const countedAfter = house.clock.now() - countAnyway;
      await house.table.update(key, { add: { ...growth } }, fits(growth, mostReported, countedAfter));
      return undefined;
    } catch (error) {
      if (!(error instanceof ConditionFailed)) throw error;
      return { found: readRoom(error.row) };
    }
  }

  async function take({ deployments, databases }: Growth): Promise<void> {
    const growth = { deployments: Math.max(0, deployments), databases: Math.max(0, databases) };
    if (growth.deployments + growth.databases === 0) return;
    await decideAgain(async () => {
      const refused = await add(growth);
      if (!refused) return;
      const { found } = refused;
      if (found && house.clock.now() - found.countedAt < countAgainAfter) {
        const tooMany = found.deployments + growth.deployments > mostReported.deployments;
        throw new NoRoom(growth.deployments > 0 && tooMany ? "deployments" : "databases");
      }
      await count(house, organization, found, guard);
      if (await add(growth)) throw new ConditionFailed(); // the next look says whether there is no room
    });
    taken = growth;
  }

  async function settle(growth: Growth): Promise<void> {
    const rest = {
      deployments: growth.deployments - taken.deployments,
      databases: growth.databases - taken.databases,
    };
    if (rest.deployments === 0 && rest.databases === 0) return;
    try {
      await house.table.update(key, { add: rest }, [{ exists: true }]);
    } catch (error) {
      // Nobody has counted yet, so there is nothing to correct.
      if (!(error instanceof ConditionFailed)) throw error;
    }
  }

  return { take, settle };
}

/** Counts what is there. Throws ConditionFailed when somebody else did so meanwhile, or the guard fails. */
async function count(
  house: House,
  organization: OrganizationId,
  before: RoomRow | undefined,
  guard: readonly Write[],
): Promise<void> {
  const now = house.clock.now();
  const [deployments, all] = await Promise.all([
    countDeployments(house, organization),
    house.table.queryAll<PulseRow>(pulsesOf(organization)),
  ]);
  const pulses = all.filter(({ kind }) => kind === "agent");
  const isFull = before !== undefined && now - before.countedAt < countAnyway;
  const gone = isFull ? pulses.filter(({ rx }) => now - rx > silentFor).slice(0, mostForgotten) : [];
  for (const pulse of gone) await forgetPulse(house, organization, pulse);
  const databases = pulses
    .filter((pulse) => !gone.includes(pulse))
    .reduce((total, pulse) => total + databasesOfPulse(pulse), 0);
  await house.table.transact([
    putRoom(organization, { deployments, databases, countedAt: now }, before),
    ...guard,
  ]);
}

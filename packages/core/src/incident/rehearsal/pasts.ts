import type { Services } from "../../access/context.ts";
import type { OrganizationId } from "../../access/scope.ts";
import type { RuleDefinition } from "../../contract/incident/own-rule.ts";
import { slotSeconds } from "../../contract/report/slot-columns.ts";
import { pastPartsOf } from "../../deployment/read/past-parts.ts";
import { emptyTimeline, type Timeline } from "../../history/timeline/timeline.ts";
import { day } from "../../kit/time.ts";
import { fieldsOf } from "./counted.ts";
import { isMoving } from "./kept-fields.ts";
import type { Pace } from "./pace.ts";
import { pointsOf, type Wanted } from "./points.ts";
import { type Possible, possibleOf } from "./possible.ts";
import { type Candidate, readHoursOf, readSlots } from "./read-pasts.ts";
import { runsOf } from "./runs.ts";
import { type Counted, type Past, type Stretch, stretchesOf } from "./stretches.ts";
import { type Found, pointsOfEvenings, subjectsAt } from "./subjects.ts";

interface Asked {
  candidates: readonly Found[];
  definition: RuleDefinition;
  /** Rules whose incidents are counted, and no more. */
  neighbours: readonly RuleDefinition[];
}

/** What the rules found. */
export interface Rehearsed {
  pasts: Past[];
  stretches: Stretch[];
  /** Those of each neighbour. Without their pasts, which would be most of what a rehearsal holds. */
  neighbours: Counted[][];
}

interface Range {
  from: number;
  to: number;
}

/** So many deployments are read and followed before the next. Their hours take 3 MB. */
const batch = 25;

/** The pasts of the candidates as each rule sees them. The rows of a deployment are dropped before the next ones come. */
export async function rehearsedPasts(
  services: Services,
  organization: OrganizationId,
  { candidates, definition, neighbours }: Asked,
  range: Range,
  { pace, progress }: { pace: Pace; progress?: ((done: number, of: number) => void) | undefined },
): Promise<Rehearsed> {
  const rehearsed: Rehearsed = { pasts: [], stretches: [], neighbours: neighbours.map(() => []) };
  const possible = possibleOf(definition);
  const others = neighbours.map((each) => possibleOf(each));
  const names = [definition, ...neighbours].flatMap((each) => fieldsOf(each)).filter(isMoving);
  const wanted: Wanted = {
    numbers: [...new Set(names)].filter((name) => name !== "status"),
    status: names.includes("status"),
  };
  const parts = new Map(
    candidates.length === 0 ? [] : (await pastPartsOf(services, organization)).map((part) => [part.id, part]),
  );
  const isMovingRule = names.length > 0;
  const stored = candidates.flatMap(({ id, seen }): Candidate[] => {
    const [part, source] = [parts.get(id), seen.at(-1)?.subject.deployment.kind];
    return part && source ? [{ ...part, source }] : [];
  });
  const byId = new Map(stored.map((one) => [one.id, one]));
  progress?.(0, candidates.length);
  const slots = isMovingRule
    ? await readSlots(services, organization, stored, pace.mayGoOn)
    : new Map<string, Timeline>();
  await pace.turn();
  const days = { first: Math.floor(range.from / day), end: Math.floor(range.to / day) + 1 };
  for (let from = 0; from < candidates.length; from += batch) {
    const some = candidates.slice(from, from + batch);
    const own = some.flatMap(({ id }) => byId.get(id) ?? []);
    const hours = isMovingRule
      ? await readHoursOf(services, organization, own, days)
      : new Map<string, Timeline[]>();
    for (const { id, name, seen } of some) {
      await pace.turn();
      const part = byId.get(id);
      const kind = seen.at(-1)?.subject.deployment;
      if (!kind) continue;
      // An evening that has it knows more than a row that was made again.
      const known = Math.min(part?.born ?? -Infinity, (seen[0]?.at ?? Infinity) - day);
      const born = part?.born === undefined ? undefined : known;
      const points = isMovingRule
        ? pointsOf(
            {
              source: kind.kind,
              born,
              hours: hours.get(id) ?? [],
              slots:
                slots?.get(id) ?? emptyTimeline(slotSeconds, Math.floor(range.to / 1_000 / slotSeconds), 0),
            },
            wanted,
            range,
          )
        : pointsOfEvenings(seen, range, born);
      const subjects = points.map((point) => subjectsAt(seen, point));
      const pastOf = (rule: Possible): Past => ({
        id,
        name,
        runs: runsOf(rule, points, subjects),
        timing: rule.rule.timing(kind),
      });
      const past = pastOf(possible);
      rehearsed.pasts.push(past);
      rehearsed.stretches.push(...stretchesOf(past));
      for (const [index, rule] of others.entries()) {
        await pace.turn();
        for (const { past: _, ...counted } of stretchesOf(pastOf(rule)))
          rehearsed.neighbours[index]?.push(counted);
      }
    }
    progress?.(Math.min(from + batch, candidates.length), candidates.length);
  }
  return rehearsed;
}

import type { Services } from "../../access/context.ts";
import type { OrganizationId } from "../../access/scope.ts";
import type { RuleDefinition } from "../../contract/incident/own-rule.ts";
import { mostRehearsed } from "../../contract/incident/rehearsal-words.ts";
import { counterOf } from "./counted.ts";
import { eveningsOf, subjectsOf } from "./evening-store.ts";
import { eveningCounter } from "./evenings.ts";
import { fleetNow } from "../fleet-now.ts";
import { textsOf } from "../rules/own.ts";
import type { Pace } from "./pace.ts";
import { collect, type Found, joined, note } from "./subjects.ts";

const perTurn = 500;

/**
 * The deployments whose past is rehearsed: those in scope now or on an evening. Where they are too many, those that matched.
 */
export async function findCandidates(
  services: Services,
  organization: OrganizationId,
  definition: RuleDefinition,
  pace: Pace,
): Promise<{ inScope: number; candidates: Found[] }> {
  const [{ days }, deployments] = await Promise.all([
    eveningsOf(services, organization),
    fleetNow(services, organization, textsOf(definition)),
  ]);
  const [ofEvening, ofNow] = [eveningCounter(definition), counterOf(definition)];
  const evenings = days.flatMap(({ evening }) => evening ?? []).toReversed();
  const parts = evenings.flatMap((evening) =>
    Array.from({ length: Math.ceil(evening.names.length / perTurn) }, (_, part) => ({
      takenAt: evening.takenAt,
      subjects: () =>
        subjectsOf(evening, part * perTurn, Math.min((part + 1) * perTurn, evening.names.length)),
    })),
  );
  const inScope: Parameters<typeof note>[0] = new Map();
  for (const { subjects } of parts) {
    note(inScope, subjects(), ofEvening);
    await pace.turn();
  }
  note(inScope, deployments, ofNow);
  const all = [...inScope];
  const chosen = all.length <= mostRehearsed ? all : all.filter(([, { isMatching }]) => isMatching);
  const found = new Map(
    chosen.slice(0, mostRehearsed).map(([id]): [string, Found] => [id, { id, name: id, seen: [] }]),
  );
  for (const { subjects, takenAt } of parts) {
    collect(found, subjects(), takenAt);
    await pace.turn();
  }
  collect(found, deployments, services.clock.now());
  const candidates = [...found.values()].map((one) => ({ ...one, seen: joined(one.seen) }));
  return { inScope: all.length, candidates };
}

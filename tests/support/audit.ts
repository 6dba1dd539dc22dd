import { eventsBefore } from "@shardwatch/core/audit/events";
import type { AuditEvent, AuditPage } from "@shardwatch/core/contract/people/audit";
import { scopeOf } from "./scope.ts";
import { call, type Person, signUp, type World } from "./world.ts";

/** The stored events of an organization, oldest first. */
export async function storedEvents(world: World, organizationId: string) {
  const page = { before: undefined, limit: 1_000 };
  const { events } = await eventsBefore(world.services, scopeOf({ organizationId }), page);
  return events.toReversed();
}

/** A page of the audit as a person sees it. */
export async function auditOf(world: World, as: Person, query = ""): Promise<AuditPage> {
  const answer = await call(world, "GET", `/audit${query}`, { as });
  if (answer.status !== 200) throw new Error(`the audit was answered ${answer.status}`);
  return (await answer.json()) as AuditPage;
}

/** "accessKey.created ok": what happened in an event. */
export const eventText = ({ action, result }: Pick<AuditEvent, "action" | "result">): string =>
  `${action} ${result}`;

/** A person with an organization in which nothing has happened yet but its creation. */
export async function founder(world: World): Promise<Person> {
  const person = await signUp(world, { firstName: "Ada", lastName: "Lovelace", company: "Engines" });
  world.clock.advance(60_000);
  return person;
}

import { auditKind, type AuditRow } from "@shardwatch/core/audit/audit.table";
import type { AuditedAction } from "@shardwatch/core/contract/audited-actions";
import { afterAll, beforeAll, expect, test } from "vitest";
import { declaredAudits } from "../architecture/walk.ts";
import { type Integrations, startIntegrations } from "../support/integrations/all.ts";
import { startWorld, type World } from "../support/world.ts";
import { type Cast, cast, paramsOf } from "./cast.ts";
import { matrix } from "./matrix.ts";
import { type PersonKind, type Tenant, tenants } from "./verdicts.ts";

/*
 * Every changing route of the matrix is called by every person with every object. What the route declares for
 * the audit must be there afterwards, of a success and of a refusal.
 */

let world: World;
let actors: Cast;
let integrations: Integrations;

beforeAll(async () => {
  integrations = await startIntegrations();
  world = await startWorld(integrations.ports);
  actors = await cast(world, integrations);
});
afterAll(async () => {
  await world.stop();
  await integrations.stop();
});

/** The events of one request, from every audit that it has written to. */
async function eventsOf(requestId: string | null): Promise<AuditRow[]> {
  const touched = new Set(world.recorder.sent.flatMap(({ partitions }) => partitions));
  const audits = [...touched].filter((partition) => partition.startsWith("AUDIT#"));
  const rows = await Promise.all(audits.map((pk) => world.services.table.queryAll({ pk, prefix: "" })));
  return rows
    .flat()
    .map(auditKind.read)
    .filter((event) => event.requestId === requestId);
}

const people = ["viewer", "orgAdmin", "superAdmin"] as const satisfies readonly PersonKind[];

async function ask(name: string, person: PersonKind, tenant: Tenant) {
  const answer = await actors.request({ name, person, tenant, body: matrix[name]?.body });
  const events = await eventsOf(answer.headers.get("x-request-id"));
  return { status: answer.status, events };
}

const refusals = [403, 404, 409, 429];

test.each(Object.keys(matrix).filter((name) => !name.startsWith("GET ")))(
  "AUD01 %s records its action, done or refused, once for each organization",
  async (name) => {
    const action = declaredAudits(world.app).get(name) as AuditedAction | null | undefined;
    expect(action, "x-audit").not.toBeUndefined();
    for (const person of people)
      for (const tenant of paramsOf(name).length > 0 ? tenants : (["own"] as const)) {
        const { status, events } = await ask(name, person, tenant);
        const which = `${person} ${tenant} ${status}`;
        const of = events.filter((event) => event.action === action);
        if (action !== null && status < 300) {
          expect(of.length, which).toBeGreaterThan(0);
          for (const { result } of of) expect(result, which).toBe("ok");
        } else if (action !== null && refusals.includes(status)) {
          expect(events, which).toHaveLength(1);
          expect(of[0]?.result, which).toMatch(/^(?!OK$)[A-Z_]+$/);
        } else expect(events, which).toEqual([]);
      }
  },
);

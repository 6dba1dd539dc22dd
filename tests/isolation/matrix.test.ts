import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Cast, cast, paramsOf } from "./cast.ts";
import { matrix } from "./matrix.ts";
import { type PersonKind, persons, type Row, type Tenant, tenants, type Verdict } from "./verdicts.ts";
import { declaredRoutes, declaredScopes } from "../architecture/walk.ts";
import { type Integrations, startIntegrations } from "../support/integrations/all.ts";
import { auditPartition, organizationPartition } from "../support/scope.ts";
import { startWorld, type World } from "../support/world.ts";

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

const cases = Object.entries(matrix).flatMap(([name, row]) =>
  persons.map((person) => ({ name, person, row })),
);

/** People of one organization, who may touch nothing of another one. */
const members: readonly PersonKind[] = ["viewer", "orgAdmin", "agentKey", "token"];
/** Who could compare the answers about an id of somebody else and about one that does not exist. */
const curious: readonly PersonKind[] = ["viewer", "orgAdmin", "token"];

describe("R2 R3 R4 ROL10 ROL11 ROL12 ROL13 ROL14 ROL15 ROL16 ROL17 ROL30 ROL43 ROL44 ROL45 SEC12 SEC13 every route obeys its verdict for every person and tenant, reads nothing of another organization, and answers its ids like unknown ones", () => {
  test.each(cases)("$name as $person", async ({ name, person, row }) => {
    const hasId = paramsOf(name).length > 0;
    const answers = new Map<Tenant, unknown>();
    for (const tenant of hasId ? tenants : (["own"] as const)) {
      const answer = await actors.request({ name, person, tenant, body: row.body });
      const text = `${tenant}: ${await answer.clone().text()}`;
      expect(answer.status, text).toBe(verdict(name, row, person, tenant));
      if (members.includes(person)) expect(touchedOfOthers(), text).toEqual([]);
      if (hasId && tenant !== "own" && curious.includes(person)) answers.set(tenant, await shown(answer));
    }
    // The body is a valid one. Otherwise two answers might only share that it is missing.
    expect(answers.get("other")).toEqual(answers.get("none"));
  });
});

function verdict(name: string, row: Row, person: PersonKind, tenant: Tenant): number {
  const declared = person === "token" ? verdictOfToken(name, row) : row.verdicts[person];
  return typeof declared === "number" ? declared : declared[tenant];
}

/** A token is treated as an admin where its scope is taken, and is refused where none is. */
function verdictOfToken(name: string, { verdicts }: Row): Verdict {
  if (verdicts.token !== undefined) return verdicts.token;
  const access = declaredRoutes(world.app).get(name);
  if (access === "public") return verdicts.nobody;
  if (access === "agent") return 401;
  return declaredScopes(world.app).get(name) === null ? 403 : verdicts.orgAdmin;
}

/** The partitions of other organizations that the last request read or wrote. */
function touchedOfOthers(): string[] {
  const { organizationId } = actors.own;
  const own = [organizationPartition(organizationId), auditPartition(organizationId)];
  // The events of a person without organization are in a partition of their own.
  return world.recorder.sent
    .flatMap((sent) => sent.partitions)
    .filter((partition) => /^(ORG|AUDIT)#(?!none$)/.test(partition) && !own.includes(partition));
}

/** An answer without the parts that differ at every request. */
async function shown(answer: Response): Promise<unknown> {
  const headers = Object.fromEntries(answer.headers);
  delete headers["x-request-id"];
  delete headers["ratelimit"];
  const { requestId: _, ...body } = (await answer.json()) as { requestId: string };
  return { status: answer.status, headers, body };
}

test("API12 ROL07 naming another organization in the list is refused, naming the own is not", async () => {
  for (const person of ["viewer", "orgAdmin"] as const) {
    const path = (id: string) => `/deployments?organizationId=${id}`;
    const refused = await actors.get(person, path(actors.other.organizationId));
    expect(refused.status).toBe(403);
    expect(await shown(refused)).toEqual(await shown(await actors.get(person, path("org_unknown"))));
    expect((await actors.get(person, path(actors.own.organizationId))).status).toBe(200);
  }
});

test("API13 ROL06 a super admin lists every organization's deployments, others their own", async () => {
  const ids = async (person: "viewer" | "superAdmin", query = "") => {
    const answer = await actors.get(person, `/deployments${query}`);
    const { deployments } = (await answer.json()) as { deployments: { id: string }[] };
    return deployments.map((deployment) => deployment.id);
  };
  const [own, other] = [actors.deploymentOf("own"), actors.deploymentOf("other")];
  const [seen, all] = [await ids("viewer"), await ids("superAdmin")];
  expect(seen).toContain(own);
  expect(seen).not.toContain(other);
  expect(all).toEqual(expect.arrayContaining([...seen, other]));
  const chosen = await ids("superAdmin", `?organizationId=${actors.other.organizationId}`);
  expect(chosen).toContain(other);
  for (const id of seen) expect(chosen).not.toContain(id);
});

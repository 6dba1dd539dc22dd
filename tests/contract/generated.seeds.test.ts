import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { unseenIn } from "@shardwatch/core/kit/foreign-text";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Cast, cast } from "../isolation/cast.ts";
import { matrix } from "../isolation/matrix.ts";
import { type PersonKind, persons } from "../isolation/verdicts.ts";
import { anything, type JsonSchema, spoiled, valid } from "../support/generate.ts";
import { type Integrations, startIntegrations } from "../support/integrations/all.ts";
import { call, type Person, signInAgain, startWorld, type World } from "../support/world.ts";
import { seedCount } from "../support/seeds.ts";

interface Operation {
  parameters?: { name: string; in: string; required?: boolean; schema: JsonSchema }[];
  requestBody?: { content: Record<string, { schema: JsonSchema }> };
  responses: Record<string, { content?: Record<string, { schema: JsonSchema }> }>;
}

interface Published {
  paths: Record<string, Record<string, Operation>>;
}

/**
 * `RUNS=10000 npx vitest run tests/contract/generated.seeds.test.ts` sends the number of requests that the
 * scoreboard requires.
 */
const runs = Number(process.env["RUNS"] ?? seedCount({ few: 3, many: 150 }));

let world: World;
let integrations: Integrations;
let actors: Cast;
let published: Published;
const ajv = addFormats.default(new Ajv2020({ strict: false, allErrors: false }));

beforeAll(async () => {
  integrations = await startIntegrations();
  world = await startWorld(integrations.ports);
  actors = await cast(world, integrations);
  published = (await (await world.app.request("/openapi.json")).json()) as Published;
});
afterAll(async () => {
  await world.stop();
  await integrations.stop();
});

const otherTypes = ["application/json-patch+json", "text/plain", "application/json; charset=utf-16"];

/** Fields that keep their input: the deployment's key at its agent, and text of several lines. */
const asTheyCame = new Set(["key", "description"]);

/** Shown texts contain no invisible characters. */
function expectVisible(answer: unknown): void {
  JSON.stringify(answer, (name, value: unknown) => {
    if (typeof value === "string" && !asTheyCame.has(name)) expect(unseenIn(value), name).toBeUndefined();
    return value;
  });
}

/** A request to the route. Parameters and body are valid, invalid in one place, or arbitrary. */
function requests(path: string, { parameters = [], requestBody }: Operation) {
  const values = (schema: JsonSchema) => fc.oneof(valid(schema), spoiled(schema), anything);
  const named = (place: string) =>
    fc.record(
      Object.fromEntries(
        parameters.filter((each) => each.in === place).map(({ name, schema }) => [name, values(schema)]),
      ),
      place === "path" ? {} : { requiredKeys: [] },
    );
  const schema = requestBody?.content["application/json"]?.schema;
  return fc.record({
    person: fc.constantFrom(...persons),
    target: fc.tuple(named("path"), named("query")).map(([params, query]) => address(path, params, query)),
    body: schema ? fc.oneof(valid(schema), spoiled(schema), anything) : fc.constant(undefined),
    type: fc.oneof(
      { weight: 20, arbitrary: fc.constant("application/json") },
      fc.constantFrom(...otherTypes),
    ),
  });
}

function address(path: string, params: Record<string, unknown>, query: Record<string, unknown>): string {
  const written = (value: unknown) =>
    (typeof value === "string" ? value : JSON.stringify(value)).toWellFormed();
  let target = path;
  for (const [name, value] of Object.entries(params))
    target = target.replace(`{${name}}`, () => encodeURIComponent(written(value)) || "%20");
  const search = new URLSearchParams(
    Object.entries(query).map(([name, value]): [string, string] => [name, written(value)]),
  );
  return search.size > 0 ? `${target}?${search.toString()}` : target;
}

describe("R6 API49 generated requests are answered as documented, never by a defect", () => {
  test.each(Object.keys(matrix))("%s", { timeout: 120 * runs + 60_000 }, async (name) => {
    const [method = "", path = ""] = name.split(" ");
    const operation = published.paths[path]?.[method.toLowerCase()];
    if (!operation) throw new Error(`${name} is not in the published document`);
    const checks = new Map(
      Object.entries(operation.responses).map(([status, { content }]) => {
        const schema = content?.["application/json"]?.schema;
        return [Number(status), schema && ajv.compile(schema)];
      }),
    );
    const as = await signInAgain(world, actors.own);
    const superAdmin = await signInAgain(world, actors.superAdmin);
    const people: Partial<Record<PersonKind, Person>> = { viewer: as, orgAdmin: as, superAdmin };
    const { compositeKey } = (await (
      await call(world, "POST", "/access-key", { as, body: { name: "Fuzz key" } })
    ).json()) as { compositeKey: string };
    // The same answer needs no second look. The description of the API is long, and always the same.
    const known = new Set<string>();
    await fc.assert(
      fc.asyncProperty(requests(path, operation), async ({ person, target, body, type }) => {
        world.clock.advance(2);
        const visitor = people[person];
        const key = person === "agentKey" ? { key: compositeKey } : {};
        const answer = await call(world, method, target, {
          ...(visitor && name !== "POST /auth/logout" && { as: visitor }),
          ...key,
          ...(body !== undefined && { body, headers: { "content-type": type } }),
        });
        const text = await answer.text();
        expect(answer.status, text).toBeLessThan(500);
        if (body !== undefined && otherTypes.includes(type) && name !== "POST /agent/reports")
          expect(answer.status).toBe(415);
        // A parameter may change the path, e.g. by two dots. Then only "no defect" can be checked.
        if (new URL(target, "http://x").pathname.split("/").length !== path.split("/").length) return;
        expect([...checks.keys()]).toContain(answer.status);
        const check = checks.get(answer.status);
        if (known.has(`${answer.status} ${text}`)) return;
        known.add(`${answer.status} ${text}`);
        const content: unknown = check && JSON.parse(text);
        if (check) expect(check(content), JSON.stringify(check.errors)).toBe(true);
        expectVisible(content);
      }),
      // The description of the API is a megabyte, and the same for everybody.
      { numRuns: name === "GET /openapi.json" ? Math.min(runs, 20) : runs },
    );
  });
});

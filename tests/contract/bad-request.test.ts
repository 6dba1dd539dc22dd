import { beforeEach, describe, expect, test } from "vitest";
import { worldOfFile } from "../support/world-of-file.ts";
import { call, type Person, signUp, webOrigin } from "../support/world.ts";

const world = await worldOfFile();
let person: Person;

beforeEach(async () => {
  person = await signUp(world);
});

describe("API48 API49 API50 what a person's request gets wrong", () => {
  test("malformed JSON, a wrong type, a missing field: 400 with the field", async () => {
    const raw = async (body: string) =>
      await world.app.request("/access-key", {
        method: "POST",
        headers: {
          origin: webOrigin,
          cookie: `shardwatch_session=${person.session.reveal()}`,
          "content-type": "application/json",
        },
        body,
      });
    await refused400(await raw("{"), /^body: /);
    await refused400(await raw('{"name":12345}'), /^name: /);
    await refused400(await raw("{}"), /^name: API key name is required/);
    await refused400(await raw('{"name":"abcd"}'), /^name: API key name must be at least 5 characters long/);
  });

  test("a body that is not JSON: 415, whatever the route; JSON in UTF-8 is taken", async () => {
    const sendWith = async (headers: Record<string, string>, path = "/access-key", method = "POST") =>
      await world.app.request(path, {
        method,
        headers: {
          origin: webOrigin,
          cookie: `shardwatch_session=${person.session.reveal()}`,
          ...headers,
        },
        body: new TextEncoder().encode('{"name":"A good name"}'),
      });
    const send = (type: string, path?: string, method?: string) =>
      sendWith({ "content-type": type }, path, method);
    // A body whose headers only say that there is one, as servers see it.
    for (const headers of [{ "content-length": "22" }, { "transfer-encoding": "chunked" }])
      expect((await sendWith(headers)).status, JSON.stringify(headers)).toBe(415);
    for (const type of [
      "application/json",
      "application/json;charset=utf-8",
      'Application/JSON; charset="UTF-8"',
    ])
      expect((await send(type)).status, type).toBe(201);
    for (const type of [
      "application/json-patch+json",
      "application/merge-patch+json",
      "application/json; charset=latin1",
      "application/jsonp",
      "text/plain",
      "application/x-www-form-urlencoded",
    ])
      for (const [path, method] of [
        ["/access-key", "POST"],
        ["/me/organization", "PATCH"],
        ["/redis-cloud", "POST"],
        ["/auth/logout", "POST"],
      ] as const) {
        const answer = await send(type, path, method);
        expect(answer.status, `${type} ${path}`).toBe(415);
        expect(await answer.json()).toMatchObject({
          code: "UNSUPPORTED",
          details: ["Content-Type: must be application/json, in UTF-8"],
        });
      }
  });

  test("a body over the limit: 413", async () => {
    const answer = await call(world, "POST", "/access-key", {
      as: person,
      body: { name: "x".repeat(70_000) },
    });
    expect(answer.status).toBe(413);
    expect(await answer.json()).toMatchObject({
      code: "TOO_LARGE",
      details: [expect.stringMatching(/^body: /)],
    });
  });

  test("API14 a bad cursor or limit: 400 naming it", async () => {
    // The id as the other organization's own list returns it.
    const other = await signUp(world);
    const foreign = btoa(
      JSON.stringify({ organization: other.organizationId, after: `DEP#dep_${"0".repeat(20)}` }),
    );
    const half = btoa(`{"organization":"${person.organizationId}","after":"DEP#\\ud800"}`);
    for (const cursor of ["nonsense", foreign, half, btoa('{"organization":"x","after":"ORG"}'), btoa("[]")])
      await refused400(
        await call(world, "GET", `/deployments?cursor=${cursor}`, { as: person }),
        /^cursor: /,
      );
    const limits = [
      ["/deployments", "5001", /^limit: must be a whole number from 1 to 5000$/],
      ["/notifications", "1001", /^limit: must be a whole number from 1 to 1000$/],
    ] as const;
    for (const limit of ["0", "ten", "1.5", "0x10", "1e3", "-1", "%207", "+7", "", "٣"])
      for (const [path, tooMany, fault] of limits)
        for (const wrong of [limit, tooMany])
          await refused400(await call(world, "GET", `${path}?limit=${wrong}`, { as: person }), fault);
    for (const cursor of [
      "nonsense",
      ...["", "x", "NOTE#1", "\ud800", "acc_0123456789abcdefghjkmnpqrs"].map((before) =>
        btoa(JSON.stringify({ before })),
      ),
    ])
      await refused400(
        await call(world, "GET", `/notifications?cursor=${cursor}`, { as: person }),
        /^cursor: must be the nextCursor/,
      );
    for (const organization of ["x", "acc_1", "org_%00", "org_", "%20org_1"])
      await refused400(
        await call(world, "GET", `/deployments?organizationId=${organization}`, { as: person }),
        /^organizationId: must be the id of an organization/,
      );
  });

  test("an unknown path: 404 in the same shape", async () => {
    const answer = await call(world, "GET", "/nowhere", { as: person });
    expect(answer.status).toBe(404);
    expect(await answer.json()).toEqual({
      code: "NOT_FOUND",
      message: "There is no such path.",
      requestId: answer.headers.get("x-request-id"),
    });
  });
});

async function refused400(answer: Response, field: RegExp): Promise<void> {
  const body = (await answer.json()) as { details: string[] };
  expect({ status: answer.status, body }).toMatchObject({ status: 400 });
  expect(body.details.join("\n")).toMatch(field);
}

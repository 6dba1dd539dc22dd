import { answer as answerReport } from "@shardwatch/functions/agent-report/answer";
import { createApp } from "@shardwatch/functions/api/app";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { listStatus, signInThrough } from "../support/browser.ts";
import { type Provider, startProvider } from "../support/provider.ts";
import { call, signUp, startWorld, webOrigin, type World } from "../support/world.ts";

let provider: Provider;
let world: World;

beforeAll(async () => {
  provider = await startProvider();
  world = await startWorld({ identity: provider.identity });
});
afterAll(async () => {
  await world.stop();
  await provider.stop();
});

describe("the boundary of the API", () => {
  test("API03 only the application's origin is allowed, with credentials", async () => {
    const preflight = (origin: string) =>
      world.app.request("/deployments", {
        method: "OPTIONS",
        headers: { origin, "access-control-request-method": "GET" },
      });
    const ours = await preflight(webOrigin);
    expect(ours.headers.get("access-control-allow-origin")).toBe(webOrigin);
    expect(ours.headers.get("access-control-allow-credentials")).toBe("true");
    for (const origin of ["https://evil.example", "null", `${webOrigin}.evil.example`]) {
      const answer = await preflight(origin);
      expect(answer.headers.get("access-control-allow-origin")).not.toBe(origin);
      expect(answer.headers.get("access-control-allow-origin")).not.toBe("*");
    }
  });

  test("SEC09 what changes state is refused from another origin or from none", async () => {
    const cookies = await signInThrough(provider, world, "csrf@example.com");
    const cookie = `shardwatch_session=${cookies.shardwatch_session}`;
    for (const origin of ["https://evil.example", ""]) {
      const headers = { cookie, ...(origin && { origin }), "content-type": "application/json" };
      const body = JSON.stringify({ name: "Stolen key" });
      const answer = await world.app.request("/access-key", { method: "POST", headers, body });
      expect(answer.status).toBe(403);
      expect(await answer.json()).toMatchObject({ code: "FOREIGN_ORIGIN" });
    }
    expect(await listStatus(world, cookies.shardwatch_session)).toBe(200);
  });

  test.each(["preview", "production"] as const)(
    "SEC16 in %s every answer makes browsers use https from then on and keeps other sites from embedding it",
    async (environment) => {
      const services = { ...world.services, settings: { ...world.services.settings, environment } };
      const app = createApp(services);
      const event = { headers: {}, isBase64Encoded: false, requestContext: { http: { method: "POST" } } };
      const api = await Promise.all(
        ["/health", "/nowhere", "/deployments"].map(async (path) => app.request(path)),
      );
      const report = new Headers((await answerReport(services, event)).headers);
      for (const headers of [...api.map((each) => each.headers), report]) {
        expect(headers.get("strict-transport-security")).toBe("max-age=63072000; includeSubDomains");
        expect(headers.get("cross-origin-resource-policy")).toBe("same-site");
      }
    },
  );

  test("SEC16 on one machine, where there is no https, browsers are not made to use it", async () => {
    const { headers } = await world.app.request("/health");
    expect(headers.get("strict-transport-security")).toBeNull();
    expect(headers.get("cross-origin-resource-policy")).toBe("same-site");
  });

  test("OPS14 the health endpoint answers without login and tells the version", async () => {
    const answer = await world.app.request("/health");
    expect(await answer.json()).toEqual({ status: "ok", version: "test" });
  });

  test("OPS16 every answer and every log line shows the request id", async () => {
    const answer = await world.app.request("/nowhere");
    const requestId = answer.headers.get("x-request-id") ?? "";
    expect(requestId).toMatch(/^[\w-]{12}$/);
    expect(await answer.json()).toMatchObject({ requestId });
    const line = world.logLines.find((entry) => entry.includes(requestId)) ?? "{}";
    expect(JSON.parse(line)).toMatchObject({ message: "request", status: 404, method: "GET" });
  });

  test("SEC18 API49 a defect is answered 500 without its reason, which is logged", async () => {
    const broken = await startWorld({ identity: provider.identity, database: world.database });
    broken.services.table.batchGet = () => Promise.reject(new TypeError("secret inner reason"));
    const person = await signUp(world);
    const answer = await call(broken, "GET", "/deployments", { as: person });
    expect(answer.status).toBe(500);
    const text = await answer.text();
    expect(text).not.toContain("secret inner reason");
    expect(text).not.toContain(".ts");
    expect(broken.logLines.join("\n")).toContain("unforeseen error");
    await broken.stop();
  });
});

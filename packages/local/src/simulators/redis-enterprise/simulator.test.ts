import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import https from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Certificate, makeCertificate } from "./certificate.ts";
import { type RedisEnterprise, startRedisEnterprise } from "./server.ts";
import { plantedSecret } from "./state.ts";

const folder = mkdtempSync(join(tmpdir(), "shardwatch-simulator-"));
let certificate: Certificate;
let cluster: RedisEnterprise;
beforeAll(async () => {
  certificate = await makeCertificate(folder, ["DNS:localhost"]);
  cluster = await startRedisEnterprise({ certificate });
});
afterAll(async () => {
  await cluster.stop();
  rmSync(folder, { recursive: true, force: true });
});

interface Call {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}

/** Asks as the cluster's user, trusting its authority. */
function call(path: string, { method = "GET", headers = {}, body }: Call = {}) {
  const { email, password } = cluster.state.user;
  const trust = { ca: certificate.ca, servername: "localhost" };
  const options = { method, headers, auth: `${email}:${password}`, ...trust, agent: false };
  return new Promise<{ status: number; text: string }>((resolve, reject) => {
    const request = https.request(`https://localhost:${cluster.port}${path}`, options, (incoming) => {
      text(incoming).then((all) => resolve({ status: incoming.statusCode ?? 0, text: all }), reject);
    });
    request.on("error", reject);
    request.end(body);
  });
}

test("the full list of databases gives away passwords, the one with fields does not, as the real API", async () => {
  expect((await call("/v1/bdbs")).text).toContain(plantedSecret);
  const { text: some } = await call("/v1/bdbs?fields=uid,name");
  expect(JSON.parse(some)).toContainEqual({ uid: 1, name: "sessions-1" });
  expect(some).not.toContain(plantedSecret);
  for (const path of ["/v1/cluster", "/v1/license"]) expect((await call(path)).text).toContain(plantedSecret);
});

test("statistics are floats by uid, and 404 where there are no databases", async () => {
  expect((await call("/v1/bdbs/stats/last?metrics=used_memory")).text).toContain('"used_memory":5651336.0');
  cluster.state.databases = 0;
  expect((await call("/v1/bdbs/stats/last")).status).toBe(404);
  cluster.state.databases = 12;
});

test("a person or a program makes it fail at /control, other sites cannot", async () => {
  const json = { "content-type": "application/json" };
  const failing = JSON.stringify({ faults: { "/v1/nodes": "unavailable" }, role: "db_viewer" });
  expect((await call("/control", { method: "POST", headers: json, body: failing })).status).toBe(204);
  expect((await call("/v1/nodes")).status).toBe(503);
  expect(cluster.state.user.role).toBe("db_viewer");
  expect((await call("/control")).text).toContain('<option value="unavailable" selected>');

  const form = "version=8.2.0-10&databases=3&license=trial&role=none&%2Fv1%2Fnodes=works";
  const sent = {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: form,
  };
  expect((await call("/control", sent)).status).toBe(303);
  expect(cluster.state).toMatchObject({ version: "8.2.0-10", databases: 3, license: "trial" });
  expect((await call("/v1/nodes")).status).toBe(403);

  const elsewhere = { ...sent, headers: { ...sent.headers, origin: "https://elsewhere.example" } };
  expect((await call("/control", elsewhere)).status).toBe(403);
  for (const body of ["{", '{"unknown":1}', '{"faults":{"*":"unheard-of"}}'])
    expect((await call("/control", { method: "POST", headers: json, body })).status).toBe(400);
});

test("nobody who asks for another name is answered, so that no name can be made to lead here", async () => {
  for (const host of ["evil.example", `evil.example:${cluster.port}`, "localhost"])
    for (const path of ["/control", "/v1/cluster"]) {
      const answer = await call(path, { headers: { host } });
      expect(answer.status, `${host} ${path}`).toBe(421);
      expect(answer.text).not.toContain("simulator");
    }
});

test("what no client of ours sends does not end the process", async () => {
  expect((await call("//")).status).toBe(400);
  const headers = { "content-type": "application/json" };
  const unsendable = JSON.stringify({ redirectTo: "https://elsewhere.example/\n" });
  await call("/control", { method: "POST", headers, body: unsendable });
  await expect(call("/v1/cluster")).rejects.toThrow("socket hang up");
  await call("/control", { method: "POST", headers, body: '{"redirectTo":""}' });

  // One that goes away in the middle of its form.
  const request = https.request(`https://localhost:${cluster.port}/control`, {
    method: "POST",
    headers: { "content-length": "100", expect: "100-continue" },
    ca: certificate.ca,
    agent: false,
  });
  request.on("error", () => undefined);
  request.flushHeaders();
  await once(request, "continue");
  request.destroy();
  expect((await call("/control")).status).toBe(200);
});

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliDecompressSync } from "node:zlib";
import { type WebConfig, webConfig } from "@shardwatch/core/contract/config";
import { afterAll, beforeAll, expect, test } from "vitest";
import { freePort, host } from "@shardwatch/server/machine/ports";
import { type RunningServer, startServer } from "../server.ts";
import { readSettings } from "../settings.ts";
import { createWebServer, webConfigOf } from "@shardwatch/server/web/app";

const script = `console.log("${"shardwatch ".repeat(200)}");`;
const { webUrl } = readSettings({});
let folder: string;
let server: RunningServer;
let port: number;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "shardwatch-web-"));
  const dist = join(folder, "dist");
  mkdirSync(join(dist, "assets"), { recursive: true });
  writeFileSync(join(folder, "secret.txt"), "beside the application");
  writeFileSync(join(dist, "index.html"), "<!doctype html><title>Shardwatch</title>");
  writeFileSync(join(dist, "assets", "index-1a2b.js"), script);
  const app = createWebServer(dist, webConfigOf(readSettings({})), webUrl);
  port = await freePort();
  server = await startServer({ name: "the web", port, variable: "WEB_PORT", fetch: app.fetch });
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(`http://${host}:${port}${path}`, { headers });

/** Sends the path exactly as written; fetch would tidy it first. */
async function getRaw(path: string): Promise<string> {
  const socket = connect(port, host);
  socket.write(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
  let answer = "";
  for await (const chunk of socket) answer += String(chunk);
  return answer;
}

test("OPS01 OPS02 the configuration is served without caching and has the agreed shape", async () => {
  const answer = await get("/config.json");
  expect(answer.headers.get("cache-control")).toBe("no-store");
  expect(webConfig.parse(await answer.json())).toMatchObject({
    environment: "local",
    apiUrl: "http://localhost:3001",
  });
});

test("an address of the application gets the start page, which is asked for anew each time", async () => {
  const answer = await get("/deployments/dep_1");
  expect(await answer.text()).toContain("<title>Shardwatch</title>");
  expect(answer.headers.get("cache-control")).toBe("no-cache");
});

test("a file with a fingerprint in its name is kept for ever, and compressed", async () => {
  const answer = await get("/assets/index-1a2b.js", { "accept-encoding": "identity" });
  expect(answer.headers.get("cache-control")).toContain("immutable");
  expect(answer.headers.get("content-type")).toContain("text/javascript");
  expect(await answer.text()).toBe(script);
  const raw = await getRaw("/assets/index-1a2b.js");
  expect(raw).not.toContain("content-encoding");
  const compressed = await createWebServer(
    join(folder, "dist"),
    webConfigOf(readSettings({})),
    webUrl,
  ).request("/assets/index-1a2b.js", { headers: { "accept-encoding": "gzip, br" } });
  expect(compressed.headers.get("content-encoding")).toBe("br");
  expect(brotliDecompressSync(await compressed.arrayBuffer()).toString()).toBe(script);
});

test("SLF10 a page that was asked for by an address of this machine is opened at localhost, where it works", async () => {
  const opened = async (asked: string, path = "/sign-in?a=b", url = webUrl) => {
    const app = createWebServer(join(folder, "dist"), webConfigOf(readSettings({})), url);
    const answer = await app.request(path, { headers: { host: asked } });
    return [answer.status, answer.headers.get("location")];
  };
  for (const asked of ["127.0.0.1:5173", "[::1]:5173"])
    expect(await opened(asked)).toEqual([307, "http://localhost:5173/sign-in?a=b"]);
  expect(await opened("127.0.0.1:5173", "//evil.example")).toEqual([
    307,
    "http://localhost:5173//evil.example",
  ]);
  expect(await opened("127.0.0.1", "/", "http://localhost")).toEqual([307, "http://localhost/"]);
  for (const path of ["/config.json", "/assets/index-1a2b.js"])
    expect(await opened("127.0.0.1:5173", path)).toEqual([200, null]);
  for (const asked of ["localhost:5173", "127.0.0.1:80", "127.0.0.1"])
    expect(await opened(asked)).toEqual([200, null]);
  // A proxy asks by the address.
  expect(await opened("127.0.0.1:8080", "/", "https://shardwatch.example.com")).toEqual([200, null]);
});

test("a missing script is not found, rather than a page", async () => {
  expect((await get("/assets/index-0000.js")).status).toBe(404);
});

test.each([
  "/../secret.txt",
  "/assets/../../secret.txt",
  "/..%2fsecret.txt",
  "/assets/%2e%2e/%2e%2e/secret.txt",
  "//secret.txt",
])("nothing outside the application can be read: %s", async (path) => {
  expect(await getRaw(path)).not.toContain("beside the application");
});

test("a page may run only our own scripts and cannot be framed", async () => {
  const policy = (await get("/")).headers.get("content-security-policy") ?? "";
  expect(policy).toContain("script-src 'self';");
  expect(policy).toContain("connect-src 'self' http://localhost:3001 http://localhost:3002;");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).not.toContain("unsafe");
});

test("SEC16 sign-ups may reach the marketing site, and the feedback form may be framed", async () => {
  const settings = readSettings({
    MARKETING_SITE_URL: "https://marketing.example/site/",
    FEEDBACK_FORM_URL: "https://forms.example/feedback?form=1",
  });
  const policyOf = async (config: WebConfig) =>
    (await createWebServer(join(folder, "dist"), config, webUrl).request("/")).headers.get(
      "content-security-policy",
    );
  const config = webConfigOf(settings);
  expect(webConfig.parse(config)).toMatchObject({
    marketingSiteUrl: "https://marketing.example/site",
    feedbackFormUrl: "https://forms.example/feedback?form=1",
  });
  const policy = await policyOf(config);
  expect(policy).toMatch(/connect-src [^;]* https:\/\/marketing\.example;/);
  expect(policy).toContain("; frame-src https://forms.example;");
  expect(await policyOf({ ...config, feedbackFormUrl: null })).toContain("; frame-src 'none';");
});

test("OPS09 a web application that was not built is a message that says what to do", () => {
  expect(() => createWebServer(join(folder, "nowhere"), webConfigOf(readSettings({})), webUrl)).toThrow(
    /not built.*npm start/,
  );
});

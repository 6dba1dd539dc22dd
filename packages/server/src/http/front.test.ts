import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { createLog } from "../machine/log.ts";
import { readProxies } from "../settings/trusted-proxies.ts";
import { apiListener } from "./front.ts";

const stops: (() => unknown)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

/** The lines of the log after two requests of somebody behind a proxy. */
async function linesAfterTwo(trusted: string[], headers: Record<string, string>): Promise<string[]> {
  const lines: string[] = [];
  const log = createLog({ form: "json", verbose: true, write: (line) => lines.push(line) });
  const proxies = readProxies(trusted);
  if ("wrong" in proxies) throw new Error(proxies.wrong);
  const settings = { isTrustedProxy: proxies.isTrusted, hasTrustedProxies: trusted.length > 0 };
  const server = createServer(apiListener(() => new Response("ok"), settings, log)).listen(0, "127.0.0.1");
  stops.push(() => server.close());
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  for (let index = 0; index < 2; index += 1)
    await (await fetch(`http://127.0.0.1:${port}/`, { headers })).text();
  return lines.filter((line) => line.includes("X-Forwarded-For"));
}

test("MND03 the server warns once when X-Forwarded-For comes and no proxy is trusted", async () => {
  const forwarded = { "x-forwarded-for": "198.51.100.7" };
  const lines = await linesAfterTwo([], forwarded);
  expect(lines).toHaveLength(1);
  expect(lines.join()).toContain("TRUSTED_PROXIES");
  expect(lines.join()).not.toContain("198.51.100.7");
  expect(await linesAfterTwo(["127.0.0.1"], forwarded)).toEqual([]);
  expect(await linesAfterTwo([], {})).toEqual([]);
});

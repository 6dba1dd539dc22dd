import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createApp } from "@shardwatch/functions/api/app";
import { freePort } from "@shardwatch/server/machine/ports";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { makeCertificates } from "../../packages/agent/test/certificates.ts";
import { cleanUpAfterEach } from "../../packages/agent/test/cleanups.ts";
import { startedServer, stopProcess } from "../../packages/agent/test/redis-server.ts";
import { databases, reported, reportOf, send } from "../support/reports.ts";
import { startPrometheus } from "../support/prometheus.ts";
import { serve } from "../support/serve.ts";
import { createToken } from "../support/tokens.ts";
import { worldOfFile } from "../support/world-of-file.ts";
import { createKey, signUp } from "../support/world.ts";

const world = await worldOfFile();
const cleanups = cleanUpAfterEach();
const password = "Sesame-0pen-up";
/** As Debian's package of the same name has it. */
const redisExporter = "prometheus-redis-exporter";

/** The block of the page that holds a text, with its examples replaced by what there is here. */
function blockWith(text: string, replaced: Record<string, string>): string {
  const page = readFileSync(new URL("../../docs/programs.md", import.meta.url), "utf8");
  const blocks = [...page.matchAll(/^```\w+\n(.*?)^```$/gms)].map(([, block = ""]) => block);
  const [block = "", ...others] = blocks.filter((one) => one.includes(text));
  expect(others).toEqual([]);
  return Object.entries(replaced).reduce((rest, [example, real]) => {
    expect(rest).toContain(example);
    return rest.replaceAll(example, real);
  }, block);
}

/** Debian's redis_exporter, as the page starts it. Resolves with its address. */
async function startExporter(folder: string, passwords: string, ca: string): Promise<string> {
  const file = join(folder, "passwords.json");
  writeFileSync(file, passwords);
  const line = blockWith("redis_exporter --redis.addr=", { "/etc/redis-passwords.json": file });
  const [, ...words] = line.trim().split(" ");
  const address = `127.0.0.1:${await freePort()}`;
  const args = [...words, `--web.listen-address=${address}`, `--tls-ca-cert-file=${ca}`];
  const exporter = spawn(redisExporter, args, { stdio: "ignore" });
  cleanups.push(() => stopProcess(exporter));
  return address;
}

test("OUT09 a real Prometheus finds the targets by the documented job, and a real redis_exporter reads them", async () => {
  const folder = mkdtempSync(join(tmpdir(), "shardwatch-targets-"));
  cleanups.push(() => rmSync(folder, { recursive: true, force: true }));
  const tls = await makeCertificates();
  cleanups.push(() => tls.remove());
  const plain = await startedServer(cleanups);
  const secure = await startedServer(cleanups, {
    tls,
    args: ["--tls-auth-clients", "no", "--requirepass", password],
  });

  const person = await signUp(world);
  const { compositeKey } = await createKey(world, person);
  const [database] = databases(1);
  const at = (endpoint: string, tlsEnabled: boolean) =>
    ({ databases: [{ ...database, endpoint, tlsEnabled }] }) as Partial<ReturnType<typeof reported>>;
  const deployments = [
    reported("orders", at(`127.0.0.1:${plain.port}`, false)),
    reported("carts", at(`127.0.0.1:${secure.port}`, true)),
    reported("hostile", at(`127.0.0.1:${plain.port}/scrape?target=evil`, false)),
  ];
  expect((await send(world, compositeKey, reportOf(world, deployments))).status).toBe(202);

  const exporter = await startExporter(
    folder,
    blockWith("rediss://orders.internal:6379", {
      "orders.internal:6379": `127.0.0.1:${secure.port}`,
      "its password": password,
    }),
    tls.ca,
  );
  const api = await serve((request) => createApp(world.services).fetch(request, {}));
  cleanups.push(() => api.stop());
  const tokenFile = join(folder, "token");
  writeFileSync(tokenFile, (await createToken(world, person, { scopes: ["read"] })).secret);
  const job = blockWith("/metrics/targets", {
    "https://api.shardwatch.example": api.url,
    "/etc/prometheus/shardwatch-token": tokenFile,
    "redis-exporter.example:9121": exporter,
  });
  const prometheus = await startPrometheus({
    global: { scrape_interval: "1s", scrape_timeout: "1s" },
    ...(parse(job) as object),
  });
  cleanups.push(() => prometheus.stop());

  const up = async () =>
    (await prometheus.ask("redis_up"))
      ?.map(({ metric, value }) => ({
        instance: metric["instance"],
        deployment: metric["deployment"],
        database: metric["database"],
        up: value[1],
      }))
      .toSorted((a, b) => `${a.instance}`.localeCompare(`${b.instance}`));
  const id = expect.stringMatching(/^dep_\w{20}$/) as string;
  await expect.poll(up, { timeout: 60_000, interval: 250 }).toEqual([
    { instance: `redis://127.0.0.1:${plain.port}`, deployment: id, database: "0", up: "1" },
    { instance: `rediss://127.0.0.1:${secure.port}`, deployment: id, database: "0", up: "1" },
  ]);
});

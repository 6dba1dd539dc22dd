import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Services } from "@shardwatch/core/access/context";
import { createCanaryReports } from "@shardwatch/core/adapters/aws/canary-reports";
import type { WebConfig } from "@shardwatch/core/contract/config";
import { composeLocal } from "@shardwatch/local/compose";
import { startDatabase } from "@shardwatch/server/database/database";
import { startJobs } from "@shardwatch/server/jobs/jobs";
import { createLocalApi, type LocalApi } from "@shardwatch/local/demo-data/api";
import { createLog } from "@shardwatch/server/machine/log";
import { createQueue } from "@shardwatch/server/jobs/queue";
import { type DemoPeople } from "@shardwatch/local/seed/people";
import { seedOnce } from "@shardwatch/local/seed/seed";
import { startServer } from "@shardwatch/local/server";
import { readSettings } from "@shardwatch/local/settings";
import { createProviderSimulator } from "@shardwatch/local/simulators/provider/app";
import { createWebServer, webConfigOf } from "@shardwatch/server/web/app";
import { Gate } from "./gate.ts";
import type { Place } from "./place.ts";
import { ownPort } from "../support/ports.ts";

/** A server of the product that a test can stop, and start again at the same address. */
export interface Part {
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** A test's own product with the demo data. Its parts can be broken one by one. */
export interface TestProduct extends Place {
  services: Services;
  people: DemoPeople;
  /** It reports when a test says so. */
  demoData: LocalApi["demoData"];
  api: Part & Gate;
  provider: Part & Gate;
  web: Part;
  database: { stop(): Promise<void> };
  /** Serves the web application with another configuration from now on. */
  configure(change: Partial<WebConfig>): void;
  /**
   * Stops the clock of the API and its jobs. What a test expects of a day or an hour then holds until it ends. Returns
   * the time, for the page's clock.
   */
  holdTime(time?: number): number;
  /** Makes the provider fail in the same way as its control page. */
  misbehave(settings: { mode?: string; delayMs?: number }): Promise<void>;
  /** Ends every session at the provider. */
  endSessions(): Promise<void>;
  stop(): Promise<void>;
}

type Handler = (request: Request, env: object) => Response | Promise<Response>;

function part(name: string, port: number, fetch: Handler): Part {
  let server: Awaited<ReturnType<typeof startServer>> | undefined;
  return {
    async start() {
      server ??= await startServer({ name, port, variable: name, fetch });
    },
    async stop() {
      const running = server;
      server = undefined;
      await running?.stop();
    },
  };
}

async function control(providerUrl: string, path: string, body: object): Promise<void> {
  const answer = await fetch(`${providerUrl}/control/${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`the provider's control answered ${answer.status}`);
}

/** The addresses at which a product is about to start. */
export interface Addresses {
  webUrl: string;
  apiUrl: string;
}

interface TestProductOptions {
  /** Further environment variables; then the product has no demo people. */
  moreSettings?: (addresses: Addresses) => Promise<Record<string, string>>;
  /** The time at which its clock starts, in milliseconds since 1970. */
  begin?: number;
}

/** The middle of today (UTC), and of an hour and of five minutes. */
const midday = () => {
  const day = 86_400_000;
  return Math.floor(Date.now() / day) * day + day / 2 + 32.5 * 60_000;
};

/** A product whose time is held in the middle of today, and that time for the page's clock. */
export async function startAtMidday(): Promise<{ product: TestProduct; now: number }> {
  const product = await startTestProduct({ begin: midday() });
  return { product, now: product.holdTime() };
}

/** Starts the parts of `npm start` in this process. */
export async function startTestProduct({
  moreSettings,
  begin = Date.now(),
}: TestProductOptions = {}): Promise<TestProduct> {
  const ahead = begin - Date.now();
  const dataFolder = mkdtempSync(join(tmpdir(), "shardwatch-product-"));
  const [web, api, provider] = [await ownPort(), await ownPort(), await ownPort()];
  const variables = {
    WEB_PORT: String(web),
    API_PORT: String(api),
    PROVIDER_PORT: String(provider),
    SHARDWATCH_DATA: dataFolder,
  };
  const more = (await moreSettings?.(readSettings(variables))) ?? {};
  const settings = readSettings({ ...variables, ...more });
  const { webUrl, apiUrl, providerSiteUrl: providerUrl } = settings;
  let serveWeb = createWebServer(settings.webDist, webConfigOf(settings), settings.webUrl).fetch;
  const simulator = createProviderSimulator({ webOrigin: webUrl });
  const third = new Gate((request) => simulator.fetch(request));
  // Listen at once: another process may take a free port at any moment.
  const parts = {
    provider: part("provider", provider, (request, env) => third.fetch(request, env)),
    api: part("api", api, (request, env) => gate.fetch(request, env)),
    web: part("web", web, (request) => serveWeb(request)),
  };
  for (const each of Object.values(parts)) await each.start();
  const database = await startDatabase();
  const client = database.leanClient();
  const lines: string[] = [];
  const log = createLog({ form: "json", verbose: false, write: (line) => lines.push(line) });
  const queue = createQueue();
  const shared = composeLocal(settings, { client, tableName: database.tableName, log, queue });
  // The machine's clock is one object for all products of this process.
  const services = { ...shared, clock: { now: () => Date.now() + ahead } };
  const jobs = startJobs(services, queue, createCanaryReports(apiUrl));
  const seeded = settings.seed ? await seedOnce(services, join(dataFolder, "seed.json")) : undefined;
  const { fetch, demoData } = createLocalApi(services, dataFolder);
  const gate = new Gate(fetch);
  return {
    webUrl,
    apiUrl,
    providerUrl,
    services,
    get people() {
      if (!seeded) throw new Error("this product has no demo people");
      return seeded.people;
    },
    demoData,
    ...parts,
    api: Object.assign(gate, parts.api),
    provider: Object.assign(third, parts.provider),
    database,
    configure(change) {
      serveWeb = createWebServer(
        settings.webDist,
        { ...webConfigOf(settings), ...change },
        settings.webUrl,
      ).fetch;
    },
    holdTime(time = services.clock.now()) {
      Object.assign(services.clock, { now: () => time });
      return time;
    },
    misbehave: (state) => control(providerUrl, "state", state),
    endSessions: () => control(providerUrl, "end-sessions", {}),
    async stop() {
      gate.open();
      third.open();
      await jobs.stop();
      await Promise.all(Object.values(parts).map((each) => each.stop()));
      client.destroy();
      await database.stop();
      rmSync(dataFolder, { recursive: true, force: true });
    },
  };
}

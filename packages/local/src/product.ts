import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { createCanaryReports } from "@shardwatch/core/adapters/aws/canary-reports";
import type { Services } from "@shardwatch/core/access/context";
import { hasAnybody } from "@shardwatch/core/account/account";
import { slotAt } from "@shardwatch/core/history/slots";
import { minute } from "@shardwatch/core/kit/time";
import { firstLink } from "@shardwatch/core/own-sign-in/links";
import type { Log } from "@shardwatch/core/ports/log";
import { Cleanup } from "@shardwatch/server/machine/cleanup";
import { composeLocal } from "./compose.ts";
import { lockDataFolder } from "@shardwatch/server/machine/data-lock";
import { databaseFile, noteAddress } from "@shardwatch/server/database/address";
import { startDatabase } from "@shardwatch/server/database/database";
import { useDatabase, warnIfOpen } from "@shardwatch/server/database/storage";
import { createLocalApi } from "./demo-data/api.ts";
import { startDemoAgent } from "./demo/agent.ts";
import { startDemoEnterprise } from "./demo/enterprise.ts";
import { hasRedis, startDemoRedis } from "./demo/redis.ts";
import type { DemoPeople } from "./seed/people.ts";
import { fleetsWithoutPast } from "./seed/past-once.ts";
import { startPast } from "./seed/past-process.ts";
import { reportAgain, seedOnce } from "./seed/seed.ts";
import { startJobs } from "@shardwatch/server/jobs/jobs";
import { createQueue, type LocalQueue } from "@shardwatch/server/jobs/queue";
import { startServer } from "./server.ts";
import type { LocalSettings } from "./settings.ts";
import { createProviderSimulator } from "./simulators/provider/app.ts";
import { demoLogins, type Note } from "./welcome.ts";
import { createWebServer, webConfigOf } from "@shardwatch/server/web/app";
import { startDevServer } from "./web/dev.ts";

export interface ProductOptions {
  settings: LocalSettings;
  log: Log;
  /** Whether the web application is served with hot reload. */
  dev: boolean;
  /** Called when a part ended that nothing works without. */
  onLoss: (part: string) => void;
}

export interface Product {
  /** What is running beside the servers, such as a real Redis. */
  notes: Note[];
  stop(): Promise<void>;
}

/** Starts everything in order, or nothing: when one part fails, the others are stopped before it throws. */
export async function startProduct(options: ProductOptions): Promise<Product> {
  const cleanup = new Cleanup();
  try {
    mkdirSync(options.settings.dataFolder, { recursive: true, mode: 0o700 });
    cleanup.add(lockDataFolder(options.settings.dataFolder));
    const queue = createQueue();
    const services = await startServices(options, queue, cleanup);
    await startServers(options, services, cleanup);
    const jobs = startJobs(services, queue, createCanaryReports(options.settings.apiUrl));
    cleanup.add(() => jobs.stop());
    const notes = options.settings.seed
      ? await startDemo(options, services, cleanup)
      : await firstSignIn(services);
    return { notes, stop: () => cleanup.stopAll() };
  } catch (error) {
    await cleanup.stopAll();
    throw error;
  }
}

async function startServices(
  { settings, log, onLoss }: ProductOptions,
  queue: LocalQueue,
  cleanup: Cleanup,
): Promise<Services> {
  const { dataFolder } = settings;
  const database = await startDatabase({ file: databaseFile(dataFolder), wall: "auto", shared: true });
  warnIfOpen(database, log);
  const table = useDatabase(database, cleanup, onLoss);
  cleanup.add(noteAddress(dataFolder, database));
  return composeLocal(settings, { ...table, log, queue });
}

async function startServers({ settings, dev }: ProductOptions, services: Services, cleanup: Cleanup) {
  const { webUrl, apiPort, providerPort, webPort, webDist, dataFolder } = settings;
  const add = (server: { stop(): Promise<void> }) => cleanup.add(() => server.stop());
  if (settings.simulateProvider) {
    const { fetch } = createProviderSimulator({ webOrigin: webUrl, folder: dataFolder });
    const name = "the provider simulator";
    add(await startServer({ name, port: providerPort, variable: "PROVIDER_PORT", fetch }));
  }
  const { fetch: answer, demoData } = createLocalApi(services, dataFolder);
  add(await startServer({ name: "the API", port: apiPort, variable: "API_PORT", fetch: answer }));
  demoData.start();
  add(demoData);
  const usual = webConfigOf(settings);
  const config = { ...usual, features: { ...usual.features, demoLogins: demoLogins(settings) } };
  if (dev) return add(await startDevServer(webPort, config));
  const { fetch } = createWebServer(webDist, config, settings.webUrl);
  add(await startServer({ name: "the web application", port: webPort, variable: "WEB_PORT", fetch }));
}

async function startDemo({ settings, log }: ProductOptions, services: Services, cleanup: Cleanup) {
  const file = join(settings.dataFolder, "seed.json");
  const { people, seed } = await seedOnce(services, file);
  let last: number | undefined;
  const report = async () => {
    const slot = slotAt(services.clock.now());
    const isNew = slot !== last;
    last = slot;
    await reportAgain(services, people, seed, file, isNew).catch((error: unknown) =>
      log.warn("the demo fleet could not report", { error }),
    );
  };
  await report();
  const timer = setInterval(() => void report(), minute);
  cleanup.add(() => clearInterval(timer));
  if (settings.past && fleetsWithoutPast(seed, file).length > 0) {
    const past = startPast(settings.dataFolder, log);
    cleanup.add(() => past.stop());
  }
  if (!settings.redis) return [];
  if (!hasRedis()) return [["real Redis", "none: redis-server is not installed"]] satisfies Note[];
  return await startRealRedis(settings, people, log, cleanup);
}

async function startRealRedis(settings: LocalSettings, people: DemoPeople, log: Log, cleanup: Cleanup) {
  const redis = await startDemoRedis(join(settings.dataFolder, "redis"));
  cleanup.add(() => redis.stop());
  const enterprise = await startDemoEnterprise(join(settings.dataFolder, "redis-enterprise"));
  if (enterprise) cleanup.add(() => enterprise.stop());
  const folder = join(settings.dataFolder, "agent");
  const { apiUrl } = settings;
  const agent = await startDemoAgent({ folder, apiUrl, admin: people.admin, redis, enterprise, log });
  let stopping = false;
  cleanup.add(async () => {
    stopping = true;
    await agent.stop();
  });
  void agent.ended.then((code) => {
    if (!stopping) log.warn("the agent has ended", { code, lastLines: agent.lastLines() });
  });
  const notes: Note[] = [["real Redis", `localhost:${redis.port}, listed as redis-on-this-machine`]];
  if (enterprise)
    notes.push(["Enterprise simulator", `${enterprise.controlUrl}, listed as enterprise-on-this-machine`]);
  return notes;
}

/** Where people sign in by links, the first one. */
async function firstSignIn(services: Services): Promise<Note[]> {
  if (!services.identity.isOwn || (await hasAnybody(services))) return [];
  return [["first sign-in", (await firstLink(services)).url]];
}

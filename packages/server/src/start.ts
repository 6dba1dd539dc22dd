import type { RequestListener } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { createCanaryReports } from "@shardwatch/core/adapters/aws/canary-reports";
import type { Services } from "@shardwatch/core/access/context";
import type { Log } from "@shardwatch/core/ports/log";
import { vaultFingerprint } from "@shardwatch/core/vault-key/vault-key";
import { createApp } from "@shardwatch/functions/api/app";
import { answerLink, sayFirstLink } from "./commands/link.ts";
import { answerCommands } from "./commands/socket.ts";
import { composeServer } from "./compose.ts";
import { type Management, manageByFile, warnWithoutFile } from "./configuration/manage.ts";
import { openFile } from "./configuration/open.ts";
import { openStorage } from "./database/storage.ts";
import { apiListener, oneOrigin, withProbes } from "./http/front.ts";
import { listen, ownHost } from "./http/listen.ts";
import { listenerOf } from "./http/listener.ts";
import { requestLimit } from "./http/request-limit.ts";
import { createProbes } from "./http/probes.ts";
import { startJobs } from "./jobs/jobs.ts";
import { createQueue } from "./jobs/queue.ts";
import { Cleanup } from "./machine/cleanup.ts";
import type { ServerSettings } from "./settings/settings.ts";
import { createWebServer, webConfigOf } from "./web/app.ts";

/** Orchestrators kill after 30 seconds. Answers and jobs get ten each, the database five. */
const graceMs = 10_000;
const secondsInYears = 63_072_000;

interface ServerOptions {
  settings: ServerSettings;
  log: Log;
  /** Called when a part ended that nothing works without. */
  onLoss: (part: string) => void;
}

export interface RunningServer {
  /** Reads the configuration file again, if there is one. */
  reload(): void;
  /** Finishes what is under way, in bounded time. */
  stop(): Promise<void>;
}

/** Starts everything in order, or nothing: when one part fails, the others are stopped before it throws. */
export async function startServer({ settings, log, onLoss }: ServerOptions): Promise<RunningServer> {
  const cleanup = new Cleanup();
  try {
    const { turns, ...storage } = await openStorage(settings, cleanup, { log, onLoss });
    const queue = createQueue();
    const services = await composeServer(settings, { ...storage, log, queue });
    const management = await startManagement(settings, services);
    cleanup.add(() => management?.stop(graceMs));
    const probes = createProbes({
      version: services.settings.version,
      read: () => vaultFingerprint(services),
    });
    // Stopped after the servers, whose answers may queue jobs, and started after them: the first one calls the API.
    let jobs: ReturnType<typeof startJobs> | undefined;
    cleanup.add(() => jobs?.stop(graceMs));
    await startListening(settings, services, probes.answer, cleanup);
    if (!settings.table)
      cleanup.add(await answerCommands(settings.dataFolder, (command) => answerLink(services, command), log));
    jobs = startJobs(services, queue, createCanaryReports(ownAddress(settings)), { turns });
    management?.begin();
    void warnWithoutProvider(services);
    await sayFirstLink(services);
    return {
      reload: () => management?.reload(),
      async stop() {
        probes.stopping();
        await sleep(settings.stopDelaySeconds * 1_000);
        await cleanup.stopAll();
      },
    };
  } catch (error) {
    await cleanup.stopAll();
    throw error;
  }
}

/** Organizations and agent keys of the configuration file are there before the first request. */
async function startManagement(
  settings: ServerSettings,
  services: Services,
): Promise<Management | undefined> {
  const { configurationFile: path } = settings;
  if (path !== undefined) return await manageByFile(services, () => openFile(path, process.env, settings));
  await warnWithoutFile(services);
  return undefined;
}

/** A wrong issuer is a line in the log at once, and not at the first sign-in. The provider may come up after us. */
async function warnWithoutProvider({ identity, log }: Services): Promise<void> {
  const begun = await identity.redirect?.start("/");
  if (begun?.outcome === "unavailable") log.warn("the provider cannot be asked", { reason: begun.reason });
}

async function startListening(
  settings: ServerSettings,
  services: Services,
  probes: ReturnType<typeof createProbes>["answer"],
  cleanup: Cleanup,
): Promise<void> {
  const { bind, port, apiPort, apiPrefix, isSecure, webDist } = settings;
  const headers = isSecure ? { "strict-transport-security": `max-age=${secondsInYears}` } : {};
  const web = listenerOf(createWebServer(webDist, webConfigOf(settings), settings.webUrl, headers).fetch);
  const { clock, log } = services;
  const limit = requestLimit({ most: settings.anonymousRequestsPerMinute, now: () => clock.now() });
  const api = apiListener(createApp(services, limit).fetch, settings, log);
  const open = async (name: string, number: number, variable: string, answer: RequestListener) => {
    const options = { name, host: bind, port: number, variable, graceMs };
    const server = await listen(options, withProbes(probes, answer));
    cleanup.add(() => server.stop());
  };
  if (apiPrefix !== undefined) return await open("the server", port, "PORT", oneOrigin(apiPrefix, api, web));
  await open("the API", apiPort, "API_PORT", api);
  await open("the web application", port, "PORT", web);
}

/**
 * The API as this process reaches it. The public address may not lead back to the process that asks, or may have a
 * certificate of a private authority. Every report of ours would fail then, and no silent agent would be noticed. The
 * price: an outage of the proxy looks like silent agents.
 */
function ownAddress({ bind, port, apiPort, apiPrefix }: ServerSettings): string {
  const name = ownHost(bind);
  return apiPrefix === undefined ? `http://${name}:${apiPort}` : `http://${name}:${port}${apiPrefix}`;
}

import { isReportable } from "@shardwatch/core/kit/bytes";
import type { RedisSettings } from "../../configuration/settings.ts";
import { clientListLimit } from "./connection/commands.ts";
import { refusalGap } from "./gaps.ts";
import { infoDigits } from "./info/info.ts";
import type { Info } from "./info/info.ts";
import type { Rates } from "../source.ts";
import type { Server } from "./server.ts";
import { memoryLimit, serverMode } from "./info/server-info.ts";

/** How many clients of each state a server has; for the local log only. */
export interface ClientCounts {
  clients: number;
  blocked: number;
  subscribed: number;
  /** Without a command for five minutes. */
  idle: number;
}

/** The state of one server at one moment. */
export interface Snapshot {
  info: Info;
  /** maxmemory in bytes, "0" without a limit, null when it is unknown. */
  memoryLimit: string | null;
  /** Keys that were evicted since the last snapshot; absent when the server does not count them. */
  evicted?: number;
  /** Since the last snapshot; absent when that is not known. */
  rates?: Rates;
  /** Whether it had a link to its primary, or was a primary, a moment ago. */
  waitsForCopy?: true;
  /** When the server was started, ISO 8601. */
  startedAt: string | null;
  clients?: ClientCounts;
  /** The commands that the server refused to answer, as gaps. */
  gaps: string[];
}

const idleSeconds = 300;

/**
 * Reads one server: one INFO, and the commands that the settings or its version require. Rejects as
 * `Server.info` does.
 */
export async function takeSnapshot(
  server: Server,
  { clientList }: Pick<RedisSettings, "clientList">,
): Promise<Snapshot> {
  const info = await server.info();
  const evicted = server.evictions.since(info);
  const rates = server.counters.since(info);
  const gaps: string[] = [];
  const limit = memoryLimit(info) ?? (await configuredLimit(server, info, gaps));
  const clients = clientList ? await countClients(server, info, gaps) : undefined;
  return {
    info,
    memoryLimit: limit ?? null,
    ...(evicted !== undefined && { evicted }),
    ...(rates && { rates }),
    ...(server.lastLink.waits(info) && { waitsForCopy: true }),
    startedAt: server.startTime.of(info),
    ...(clients && { clients }),
    gaps,
  };
}

/** maxmemory of servers whose INFO lacks it (before 3.2, some proxies). */
async function configuredLimit(server: Server, info: Info, gaps: string[]): Promise<string | undefined> {
  if (serverMode(info) === "sentinel") return undefined;
  const answer = await server.tryTo(["CONFIG", "GET", "maxmemory*"]);
  if ("refusal" in answer) {
    gaps.push(refusalGap(answer.refusal));
    return undefined;
  }
  if (!Array.isArray(answer.reply)) return undefined;
  const at = answer.reply.indexOf("maxmemory");
  const value = at < 0 ? undefined : answer.reply[at + 1];
  return typeof value === "string" && isReportable(value) ? value : undefined;
}

async function countClients(server: Server, info: Info, gaps: string[]): Promise<ClientCounts | undefined> {
  const connected = infoDigits(info, "clients", "connected_clients");
  if (connected === undefined || BigInt(connected) >= clientListLimit) {
    gaps.push(`CLIENT LIST is left out: it is asked for below ${clientListLimit} clients only.`);
    return undefined;
  }
  const answer = await server.tryTo(["CLIENT", "LIST"]);
  if ("refusal" in answer) {
    gaps.push(refusalGap(answer.refusal));
    return undefined;
  }
  if (typeof answer.reply !== "string") return undefined;
  // A client chooses its own name, which may contain text like another field. The first occurrence counts.
  const lines = answer.reply.split("\n").filter((line) => line !== "");
  const flagged = (flag: string) => lines.filter((line) => field(line, "flags").includes(flag)).length;
  return {
    clients: lines.length,
    blocked: flagged("b"),
    subscribed: flagged("P"),
    idle: lines.filter((line) => Number(field(line, "idle")) >= idleSeconds).length,
  };
}

function field(line: string, name: string): string {
  return (
    line
      .split(" ")
      .find((part) => part.startsWith(`${name}=`))
      ?.slice(name.length + 1) ?? ""
  );
}

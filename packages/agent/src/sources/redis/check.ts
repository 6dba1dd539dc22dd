import { formatBytes } from "@shardwatch/core/kit/bytes";
import { formatAddress } from "../../configuration/address.ts";
import type { RedisSettings, ServerAddress } from "../../configuration/settings.ts";
import type { CheckResult, Source } from "../source.ts";
import { checkServer } from "./check-server.ts";
import type { ConnectionOptions } from "./connection/connection.ts";
import { worst } from "./connection/errors.ts";

const mostFollowedLines = 50;
const notReady = new Set(["unreachable", "denied", "unsupported"]);

/** Tries every command on each configured server, then reads the deployment like a report. */
export async function checkRedis(
  settings: RedisSettings,
  options: Omit<ConnectionOptions, "tls">,
  source: Pick<Source, "read"> & { followed(): string[]; reach(): string },
): Promise<CheckResult> {
  const { addresses } = settings;
  const servers = await Promise.all(addresses.map((address) => checkServer(settings, address, options)));
  const lines = servers.flatMap((server, index) => [
    heading(addresses[index], addresses.length > 1 ? index : undefined),
    ...server.lines,
  ]);
  const missing = [
    ...new Set(servers.flatMap(({ missing: rights }) => rights.flatMap((right) => right.split(" ")))),
  ];
  if (missing.length > 0) {
    const where = missing.some((right) => right.includes("cluster|")) ? "on every node: " : "";
    lines.push(`to grant     ${where}ACL SETUSER ${settings.username ?? "default"} ${missing.join(" ")}`);
  }
  const failures = servers.flatMap(({ failure }) => failure ?? []);
  if (failures.length === servers.length) {
    lines.push(`status       ${worst(failures).status}`);
    return { ok: false, lines };
  }

  const { deployment, notes = [] } = await source.read();
  const { status, statusMessage, databases, gaps = [] } = deployment;
  lines.push(`type         ${deployment.type}`);
  if (deployment.type === "CLUSTER")
    lines.push(`reaches      ${source.reach()}`, ...followedLines(source.followed()));
  for (const { memoryUsed, memoryLimit } of databases ?? [])
    lines.push(
      `memory used  ${formatBytes(memoryUsed)}`,
      `memory limit ${memoryLimit === "0" ? "none (maxmemory is 0)" : formatBytes(memoryLimit)}`,
    );
  lines.push(
    ...gaps.map((gap) => `gap          ${gap}`),
    ...notes.map((note) => `note         ${note}`),
    `status       ${status}${statusMessage === undefined ? "" : `: ${statusMessage}`}`,
  );
  return { ok: !notReady.has(status), lines };
}

/**
 * The servers where the agent logged in because the cluster announced them. Servers that it did not follow
 * are a gap and a note.
 */
function followedLines(followed: readonly string[]): string[] {
  const lines = followed.slice(0, mostFollowedLines).map((one) => `follows      ${one}`);
  const more = followed.length - lines.length;
  return more > 0 ? [...lines, `follows      and ${more} more`] : lines;
}

function heading(address: ServerAddress | undefined, index: number | undefined): string {
  const label = index === undefined ? "address     " : `addresses[${index}]`;
  return `${label} ${address ? formatAddress(address) : ""}`;
}

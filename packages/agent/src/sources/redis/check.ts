import { formatBytes } from "@shardwatch/core/kit/bytes";
import type { RedisSettings } from "../../configuration/settings.ts";
import type { CheckResult } from "../source.ts";
import { clientListLimit } from "./commands.ts";
import type { Command } from "./commands.ts";
import { Connection } from "./connection.ts";
import type { Limits } from "./connection.ts";
import { explain } from "./errors.ts";
import { infoDigits, infoField, parseInfo } from "./info.ts";
import type { Info } from "./info.ts";
import { ErrorReply } from "./reply.ts";
import type { Reply } from "./reply.ts";
import { memoryLimit, serverMode, serverVersion, toReading } from "./standalone.ts";

interface Right {
  command: Command;
  /** What must be added to the user's ACL. */
  grant: string;
  purpose: string;
}

/** Connects once and tries every command that the settings make use of. */
export async function checkRedis(settings: RedisSettings, limits: Limits): Promise<CheckResult> {
  const usesTls = settings.tls !== undefined;
  const lines: string[] = [];
  let connection: Connection | undefined;
  try {
    connection = await Connection.open(settings, limits);
    lines.push(`connection   open${usesTls ? ", with TLS" : ", without TLS"}${unverified(settings)}`);
    const login = await logIn(connection, settings);
    if (login) lines.push(login.line);
    if (login?.ok === false) return { ok: false, lines };
    return await tryCommands(connection, settings, lines);
  } catch (error) {
    const { message, code } = explain(error, usesTls);
    return { ok: false, lines: [...lines, `FAILED       ${message} (${code})`] };
  } finally {
    connection?.close();
  }
}

function unverified({ tls }: RedisSettings): string {
  return tls?.insecureSkipVerify ? "; the certificate is NOT verified (tls.insecureSkipVerify)" : "";
}

async function logIn(
  connection: Connection,
  { username, password }: RedisSettings,
): Promise<{ ok: boolean; line: string } | undefined> {
  if (!password) return undefined;
  const result = await connection.authenticate(username, password.reveal());
  if (result === true) return { ok: true, line: "login        accepted" };
  if (/without any password configured|no password is set/.test(result.message))
    return { ok: true, line: "login        not needed: the server has no password, remove it here" };
  return { ok: false, line: `FAILED       ${explain(result, false).message} (${result.word})` };
}

async function tryCommands(
  connection: Connection,
  settings: RedisSettings,
  lines: string[],
): Promise<CheckResult> {
  const reply = await connection.send(["INFO"]);
  const info = typeof reply === "string" ? parseInfo(reply) : undefined;
  const missing: string[] = [];
  const note = ({ command, grant, purpose }: Right, answer: Reply, need: string): void => {
    const refused = answer instanceof ErrorReply ? answer.word : undefined;
    const verdict = refused === undefined ? "allowed" : `refused (${refused})`;
    lines.push(`${command.join(" ").padEnd(22)} ${verdict.padEnd(18)} ${need}: ${purpose}`);
    if (refused === "NOPERM") missing.push(grant);
  };
  note({ command: ["INFO"], grant: "+info", purpose: "every figure of the report" }, reply, "needed");
  for (const right of optionalRights(settings, info))
    note(right, await connection.send(right.command), "optional");
  if (missing.length > 0)
    lines.push(`to grant     ACL SETUSER ${settings.username ?? "default"} ${missing.join(" ")}`);
  if (!info) return { ok: false, lines: [...lines, `FAILED       ${explain(reply, false).message}`] };
  const { status, statusMessage } = toReading(settings, info).deployment;
  lines.push(
    ...describe(info),
    `status       ${status}${statusMessage === undefined ? "" : `: ${statusMessage}`}`,
  );
  return { ok: status !== "unsupported", lines };
}

/** The commands beside INFO that the agent would send to this server with these settings. */
function optionalRights({ clientList }: RedisSettings, info: Info | undefined): Right[] {
  const rights: Right[] = [{ command: ["PING"], grant: "+ping", purpose: "this check only" }];
  if (info && memoryLimit(info) === undefined)
    rights.push({
      command: ["CONFIG", "GET", "maxmemory*"],
      grant: "+config|get",
      purpose: "the memory limit, which this server's INFO lacks",
    });
  const clients = info && infoDigits(info, "clients", "connected_clients");
  if (clientList && clients !== undefined && BigInt(clients) < clientListLimit)
    rights.push({
      command: ["CLIENT", "LIST"],
      grant: "+client|list",
      purpose: "counting clients in the local log (clientList: true)",
    });
  return rights;
}

function describe(info: Info): string[] {
  const limit = memoryLimit(info);
  const product = infoField(info, "server", "valkey_version") === undefined ? "Redis" : "Valkey";
  const role = infoField(info, "replication", "role") === "slave" ? "replica" : "primary";
  return [
    `server       ${product} ${serverVersion(info) ?? "of an unknown version"}, ${serverMode(info) ?? "mode unknown"}, ${role}`,
    `memory used  ${formatBytes(infoDigits(info, "memory", "used_memory"))}`,
    `memory limit ${limit === "0" ? "none (maxmemory is 0)" : formatBytes(limit)}`,
  ];
}

import type { RedisSettings, ServerAddress } from "../../configuration/settings.ts";
import { topologyCommands } from "./cluster/cluster.ts";
import { clientListLimit } from "./connection/commands.ts";
import type { Command } from "./connection/commands.ts";
import { Connection } from "./connection/connection.ts";
import type { ConnectionOptions } from "./connection/connection.ts";
import { explain } from "./connection/errors.ts";
import type { Failure } from "./connection/errors.ts";
import { neededRights } from "./gaps.ts";
import { infoDigits, infoField, parseInfo } from "./info/info.ts";
import type { Info } from "./info/info.ts";
import { logIn } from "./connection/login.ts";
import { productName } from "./info/product.ts";
import { ErrorReply } from "./connection/reply.ts";
import type { Reply } from "./connection/reply.ts";
import { memoryLimit, serverMode, serverVersion } from "./info/server-info.ts";

export interface ServerCheck {
  /** Why it does not answer INFO. */
  failure?: Failure;
  lines: string[];
  /** Rights that must be added to the user's ACL. */
  missing: string[];
}

interface Right {
  command: Command;
  grant: string;
  purpose: string;
}

/** Connects once and tries every command that the settings require on this server. */
export async function checkServer(
  settings: RedisSettings,
  address: ServerAddress,
  options: Omit<ConnectionOptions, "tls">,
): Promise<ServerCheck> {
  const usesTls = settings.tls !== undefined;
  const lines: string[] = [];
  let connection: Connection | undefined;
  try {
    connection = await Connection.open(address, { ...options, tls: settings.tls });
    lines.push(`connection   open${usesTls ? ", with TLS" : ", without TLS"}${unverified(settings)}`);
    const login = await logIn(connection, settings);
    if (login) lines.push(`login        ${logins[login]}`);
    return await tryCommands(connection, settings, lines);
  } catch (error) {
    return failed(explain(error, usesTls), lines);
  } finally {
    await connection?.end();
  }
}

const logins = {
  accepted: "accepted",
  superfluous: "not needed: the server has no password, remove it here",
};

function failed(failure: Failure, lines: readonly string[], missing: string[] = []): ServerCheck {
  const { message, code } = failure;
  return { failure, lines: [...lines, `FAILED       ${message} (${code})`], missing };
}

function unverified({ tls }: RedisSettings): string {
  return tls?.insecureSkipVerify ? "; the certificate is NOT verified (tls.insecureSkipVerify)" : "";
}

async function tryCommands(
  connection: Connection,
  settings: RedisSettings,
  lines: string[],
): Promise<ServerCheck> {
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
  // Other commands would be refused for the same reason, or the server has closed the connection.
  if (!info) return failed(explain(reply, settings.tls !== undefined), lines, missing);
  for (const right of optionalRights(settings, info))
    note(right, await connection.send(right.command), "optional");
  lines.push(describe(info));
  return { lines, missing };
}

/** The commands beside INFO that the agent would send to this server with these settings. */
function optionalRights({ clientList }: RedisSettings, info: Info): Right[] {
  const rights: Right[] = [{ command: ["PING"], grant: "+ping", purpose: "this check only" }];
  const right = (command: Command, purpose: string): void => {
    rights.push({ command, grant: neededRights({ command }), purpose });
  };
  if (serverMode(info) === "cluster") {
    const [command] = topologyCommands(info);
    if (command) right(command, "finding the cluster's other nodes");
    right(["CLUSTER", "INFO"], "the cluster's own verdict on its state");
  }
  if (memoryLimit(info) === undefined && serverMode(info) !== "sentinel")
    right(["CONFIG", "GET", "maxmemory*"], "the memory limit, which this server's INFO lacks");
  const clients = infoDigits(info, "clients", "connected_clients");
  if (clientList && clients !== undefined && BigInt(clients) < clientListLimit)
    right(["CLIENT", "LIST"], "counting clients in the local log (clientList: true)");
  return rights;
}

function describe(info: Info): string {
  const role = infoField(info, "replication", "role") === "slave" ? "replica" : "primary";
  return `server       ${productName(info)} ${serverVersion(info) ?? "of an unknown version"}, ${serverMode(info) ?? "mode unknown"}, ${role}`;
}

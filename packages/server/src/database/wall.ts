import { existsSync } from "node:fs";
import { Agent } from "node:http";
import { Socket } from "node:net";
import { delimiter, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type Child, startChild } from "../machine/child.ts";
import { connections } from "./lean-client.ts";
import type { EngineCommand } from "./engines.ts";

/** An emulator that only this process reaches, or why the kernel gives none. */
export type Walled = { child: Child; agent: () => Agent } | { refused: string };

const upMs = 20_000;
const connectMs = 3_000;

/**
 * Starts an emulator in a network namespace of its own. An emulator asks nobody who they are, so nobody else may reach
 * it. Other users of the machine and other containers of the same network have no way into that namespace.
 * @param socket path of a Unix socket for other programs of the same user
 */
export async function startWalled(engine: EngineCommand, socket?: string): Promise<Walled> {
  const unshare = process.platform === "linux" ? find("unshare") : undefined;
  if (unshare === undefined) return { refused: "there is no program unshare on this machine" };
  let refused = "";
  for (const options of waysIn()) {
    const started = await startWithin([unshare, ...options], engine, socket);
    if ("child" in started) return started;
    refused = started.refused;
  }
  return { refused };
}

/** Root needs no user namespace, and may have none. Others are root in theirs, and the same user outside of it. */
const waysIn = (): string[][] => {
  const own = ["--user", "--map-root-user", "--net"];
  return process.getuid?.() === 0 ? [["--net"], own] : [own];
};

async function startWithin(
  enter: readonly string[],
  { command, args, address }: EngineCommand,
  socket: string | undefined,
): Promise<Walled> {
  const { hostname, port } = new URL(address);
  const { promise: up, resolve: onUp } = Promise.withResolvers<true>();
  const waiting = new Map<number, (socket: Socket | Error) => void>();
  const child = startChild({
    command,
    args,
    guard: { enter, hostname, port: Number(port), socket },
    onMessage(message, handle) {
      if (message === "up") return onUp(true);
      const { id, failed } = message as { id: number; failed?: string };
      const take = waiting.get(id);
      if (take) take(handle instanceof Socket ? handle : unreachable(failed ?? "no socket came"));
      else if (handle instanceof Socket) handle.destroy(); // too late
    },
  });
  const late = sleep(upMs, false, { ref: false });
  if (!(await Promise.race([up, child.ended.then(() => false), late]))) {
    await child.stop(0);
    return { refused: child.lastLines() || "a new network namespace was not ready in time" };
  }
  void child.ended.then(() => {
    for (const take of waiting.values()) take(unreachable("the database has ended"));
  });

  let last = 0;
  async function connect(): Promise<Socket> {
    last += 1;
    const id = last;
    const { promise, resolve } = Promise.withResolvers<Socket | Error>();
    waiting.set(id, resolve);
    const giveUp = (why: string) => resolve(unreachable(why));
    const timer = setTimeout(() => giveUp("the database took no connection in time"), connectMs);
    child.send(id).catch((error: Error) => giveUp(error.message));
    const made = await promise;
    clearTimeout(timer);
    waiting.delete(id);
    if (made instanceof Error) throw made;
    return made;
  }
  return { child, agent: () => new HandedAgent(connect) };
}

/** With the code that a closed port has, so that callers hear of a database that is not there. */
const unreachable = (message: string): Error => Object.assign(new Error(message), { code: "ECONNREFUSED" });

/** Its connections are made elsewhere. */
class HandedAgent extends Agent {
  readonly #connect: () => Promise<Socket>;

  constructor(connect: () => Promise<Socket>) {
    super({ keepAlive: true, maxSockets: connections });
    this.#connect = connect;
  }

  override createConnection(...[, callback]: Parameters<Agent["createConnection"]>): undefined {
    void this.#answer(callback);
  }

  async #answer(callback: Parameters<Agent["createConnection"]>[1]): Promise<void> {
    const made = await this.#connect().catch((error: Error) => error);
    if (made instanceof Error) callback?.(made, new Socket());
    else callback?.(null, made);
  }
}

/** Where a program is. Services and people often have no folder of the system's administration in their PATH. */
function find(program: string): string | undefined {
  const folders = [...(process.env["PATH"] ?? "").split(delimiter), "/usr/bin", "/bin", "/usr/sbin", "/sbin"];
  return folders
    .map((folder) => join(folder, program))
    .find((file) => file.startsWith("/") && existsSync(file));
}

import type { RedisSettings } from "../../configuration/settings.ts";
import type { Log } from "../../log.ts";
import type { CheckResult, Reading, Source } from "../source.ts";
import { checkRedis } from "./check.ts";
import { clientListLimit } from "./commands.ts";
import type { Command } from "./commands.ts";
import { ClosedError, Connection, defaultLimits } from "./connection.ts";
import type { Limits } from "./connection.ts";
import { explain } from "./errors.ts";
import { infoDigits, parseInfo } from "./info.ts";
import type { Info } from "./info.ts";
import { ErrorReply, ProtocolError } from "./reply.ts";
import type { Reply } from "./reply.ts";
import { memoryLimit, serverMode, toFailedReading, toReading } from "./standalone.ts";

/** One Redis or Valkey server, over one connection that is kept: usually one INFO for each report. */
export class RedisSource implements Source {
  readonly #settings: RedisSettings;
  readonly #log: Log;
  readonly #limits: Limits;
  readonly #denied = new Set<string>();
  readonly #stopping = new AbortController();
  #connection: Connection | undefined;

  constructor(settings: RedisSettings, log: Log, limits: Limits = defaultLimits) {
    this.#settings = settings;
    this.#log = log;
    this.#limits = limits;
  }

  get key(): string {
    return this.#settings.key;
  }

  get name(): string {
    return this.#settings.name;
  }

  async read(): Promise<Reading> {
    try {
      const info = await this.#info();
      return toReading(this.#settings, info, await this.#configuredLimit(info));
    } catch (error) {
      const failure = explain(error, this.#settings.tls !== undefined);
      this.#connection?.close();
      this.#log.debug("server not read", { ...this.#where(), status: failure.status, code: failure.code });
      return toFailedReading(this.#settings, failure);
    }
  }

  check(): Promise<CheckResult> {
    return checkRedis(this.#settings, this.#limits);
  }

  close(): void {
    this.#stopping.abort();
    this.#connection?.close();
  }

  async #info(): Promise<Info> {
    const reused = this.#connection?.usable === true;
    try {
      return await this.#readInfo();
    } catch (error) {
      // An idle connection may have been closed by the server (its `timeout` setting): that is no outage.
      const cut = error instanceof ClosedError || (error instanceof Error && "code" in error);
      if (!reused || !cut) throw error;
      return this.#readInfo();
    }
  }

  async #readInfo(): Promise<Info> {
    const reply = await this.#ask(["INFO"]);
    if (reply instanceof ErrorReply) throw reply;
    if (typeof reply !== "string") throw new ProtocolError("an unknown answer to INFO");
    const info = parseInfo(reply);
    await this.#countClients(info);
    return info;
  }

  /** maxmemory of servers whose INFO lacks it (before 3.2, some proxies). */
  async #configuredLimit(info: Info): Promise<string | undefined> {
    if (memoryLimit(info) !== undefined || serverMode(info) === "sentinel") return undefined;
    const reply = await this.#optional(["CONFIG", "GET", "maxmemory*"]);
    if (!Array.isArray(reply)) return undefined;
    const value = reply[reply.indexOf("maxmemory") + 1];
    return typeof value === "string" && /^\d{1,20}$/.test(value) ? value : undefined;
  }

  /** Counts the clients for the local log where the settings ask for it; nothing of it is reported. */
  async #countClients(info: Info): Promise<void> {
    if (!this.#settings.clientList) return;
    const connected = infoDigits(info, "clients", "connected_clients");
    if (connected === undefined || BigInt(connected) >= clientListLimit) return;
    const reply = await this.#optional(["CLIENT", "LIST"]);
    if (typeof reply !== "string") return;
    const clients = reply.split("\n").filter((line) => line !== "").length;
    this.#log.info("clients counted", { ...this.#where(), clients });
  }

  /** Like `#ask`, but a refused command is remembered and not sent again: every try fills the server's ACL log. */
  async #optional(command: Command): Promise<Reply | undefined> {
    const name = command.join(" ");
    if (this.#denied.has(name)) return undefined;
    const reply = await this.#ask(command);
    if (!(reply instanceof ErrorReply)) return reply;
    this.#denied.add(name);
    this.#log.warn("the server refuses an optional command; it is not sent again", {
      ...this.#where(),
      command: name,
      code: reply.word,
    });
    return undefined;
  }

  async #ask(command: Command): Promise<Reply> {
    if (!this.#connection?.usable) this.#connection = await this.#connect();
    return this.#connection.send(command);
  }

  async #connect(): Promise<Connection> {
    const { username, password } = this.#settings;
    const connection = await Connection.open(this.#settings, this.#limits, this.#stopping.signal);
    if (!password) return connection;
    const refused = await connection.authenticate(username, password.reveal());
    if (refused === true) return connection;
    // Such a server serves everybody: the figures are right, only the password is superfluous.
    if (/without any password configured|no password is set/.test(refused.message)) {
      this.#log.warn("the server has no password, but the configuration sets one", this.#where());
      return connection;
    }
    connection.close();
    throw refused;
  }

  #where(): { deployment: string; address: string } {
    const { name, host, port } = this.#settings;
    return { deployment: name, address: `${host.includes(":") ? `[${host}]` : host}:${port}` };
  }
}

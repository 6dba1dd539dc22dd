import { formatAddress } from "../../configuration/address.ts";
import type { RedisSettings, ServerAddress } from "../../configuration/settings.ts";
import type { Log } from "../../log.ts";
import type { Command } from "./connection/commands.ts";
import { ClosedError } from "./connection/connection.ts";
import type { Connection } from "./connection/connection.ts";
import { Counters } from "./info/counters.ts";
import { errorCode } from "./connection/errors.ts";
import { Evictions } from "./info/evictions.ts";
import { parseInfo } from "./info/info.ts";
import type { Info } from "./info/info.ts";
import { logIn } from "./connection/login.ts";
import { LastLink } from "./info/primary-link.ts";
import { ErrorReply, ProtocolError } from "./connection/reply.ts";
import type { Reply } from "./connection/reply.ts";
import { StartTime } from "./info/start-time.ts";
import type { TrustedConnections } from "./connection/trusted-connections.ts";

/** Why an optional command returned nothing: no right, an unknown command, or a failure. */
export interface Refusal {
  command: Command;
  reason: "denied" | "unknown" | "failed";
  /** The first word of the server's error. */
  code: string;
}

export interface ServerParts {
  settings: RedisSettings;
  connections: TrustedConnections;
  log: Log;
}

/**
 * Every refused try fills the server's ACL log. A right that was granted since is noticed after this time.
 */
const refusedMilliseconds = 3_600_000;

/**
 * A connection shows the certificate that it began with, even when the server has loaded another one since. So one with
 * TLS is opened anew after this time.
 */
const secureMilliseconds = 6 * 3_600_000;

/** One server, over one persistent connection; with TLS over a new one every six hours. */
export class Server {
  readonly address: string;
  /**
   * Why the agent connects there, in words for `check`. Undefined for a configured server, and before it is
   * decided.
   */
  why: string | undefined;
  /** When the certificate of its last connection ends, ISO 8601; undefined without TLS, and before a connection. */
  certificateEnd: string | undefined;
  readonly evictions = new Evictions();
  readonly counters = new Counters();
  readonly lastLink = new LastLink();
  readonly startTime = new StartTime();
  readonly #parts: ServerParts;
  readonly #at: ServerAddress;
  readonly #refused = new Map<string, { refusal: Refusal; until: number }>();
  #connection: Connection | undefined;
  #openedAt = 0;
  #info: Promise<Info> | undefined;
  #closed = false;
  #toldOfPassword = false;

  constructor(at: ServerAddress, parts: ServerParts) {
    this.address = formatAddress(at);
    this.#at = at;
    this.#parts = parts;
  }

  /** Rejects with an ErrorReply or the connection's error. Concurrent callers share one request. */
  info(): Promise<Info> {
    if (!this.#info) this.#closeOldSecure();
    this.#info ??= this.#readInfo(this.isConnected).finally(() => {
      this.#info = undefined;
    });
    return this.#info;
  }

  /** The answer to a command that the server may refuse. Never rejects. */
  async tryTo(command: Command): Promise<{ reply: Exclude<Reply, ErrorReply> } | { refusal: Refusal }> {
    const name = command.join(" ");
    const known = this.#refused.get(name);
    if (known && known.until > performance.now()) return { refusal: known.refusal };
    const answer = await this.#answer(command);
    if ("reply" in answer) return answer;
    const { refusal } = answer;
    if (refusal.reason !== "failed")
      this.#refused.set(name, { refusal, until: performance.now() + refusedMilliseconds });
    return { refusal };
  }

  async #answer(command: Command): ReturnType<Server["tryTo"]> {
    try {
      const reply = await this.#ask(command);
      if (!(reply instanceof ErrorReply)) return { reply };
      return { refusal: { command, reason: reason(reply), code: reply.word } };
    } catch (error) {
      return { refusal: { command, reason: "failed", code: errorCode(error) } };
    }
  }

  get isConnected(): boolean {
    return this.#connection?.usable === true;
  }

  /** Closes the connection permanently. */
  close(): void {
    this.#closed = true;
    this.#connection?.close();
  }

  #closeOldSecure(): void {
    const isOld = performance.now() - this.#openedAt > secureMilliseconds;
    if (isOld && this.certificateEnd !== undefined) this.#connection?.close();
  }

  async #readInfo(reused: boolean): Promise<Info> {
    try {
      const reply = await this.#ask(["INFO"]);
      if (reply instanceof ErrorReply) throw reply;
      if (typeof reply !== "string") throw new ProtocolError("an unknown answer to INFO");
      return parseInfo(reply);
    } catch (error) {
      this.#connection?.close();
      // The server may close an idle connection (its `timeout` setting), which is not an outage.
      const cut = error instanceof ClosedError || (error instanceof Error && "code" in error);
      if (!reused || !cut) throw error;
      return this.#readInfo(false);
    }
  }

  async #ask(command: Command): Promise<Reply> {
    if (this.#connection?.usable) return this.#connection.send(command);
    const connection = await this.#connect();
    if (this.#closed) connection.close();
    this.#connection = connection;
    return connection.send(command);
  }

  async #connect(): Promise<Connection> {
    const { settings, connections, log } = this.#parts;
    this.why = undefined;
    const { connection, why } = await connections.open(this.#at);
    this.why = why;
    this.certificateEnd = connection.certificateEnd;
    this.#openedAt = performance.now();
    try {
      // The figures are right. Only the password is superfluous.
      if ((await logIn(connection, settings)) === "superfluous" && !this.#toldOfPassword) {
        log.warn("the server has no password, but the configuration sets one", {
          deployment: settings.name,
          address: this.address,
        });
        this.#toldOfPassword = true;
      }
      return connection;
    } catch (error) {
      connection.close();
      throw error;
    }
  }
}

function reason({ word, message }: ErrorReply): Refusal["reason"] {
  if (word === "NOPERM") return "denied";
  return /unknown (sub)?command/i.test(message) ? "unknown" : "failed";
}

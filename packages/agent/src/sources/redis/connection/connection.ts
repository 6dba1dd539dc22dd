import net from "node:net";
import tls from "node:tls";
import type { ServerAddress, TlsSettings } from "../../../configuration/settings.ts";
import { DeadlineError } from "../../../network/deadline.ts";
import { certificateEndOf, tlsOptions } from "../../../network/tls-options.ts";
import type { SentCommands } from "../../sent-commands.ts";
import { commandName, encodeRequest } from "./commands.ts";
import type { Command } from "./commands.ts";
import { ErrorReply, ProtocolError, ReplyReader } from "./reply.ts";
import type { Reply } from "./reply.ts";

export interface Limits {
  connectMilliseconds: number;
  answerMilliseconds: number;
  answerBytes: number;
}

export const defaultLimits: Limits = {
  connectMilliseconds: 5_000,
  answerMilliseconds: 5_000,
  answerBytes: 4 * 1_048_576,
};

export interface ConnectionOptions {
  /** Without these settings, the connection has no TLS. */
  tls?: TlsSettings | undefined;
  limits: Limits;
  /** Counts each command that is sent, by its name. */
  sent: Pick<SentCommands, "add">;
  /** Ends an attempt to connect. */
  signal?: AbortSignal;
  /** Called when an idle connection ends that this side did not close: its server may have stopped. */
  lost?: (() => void) | undefined;
}

const endMilliseconds = 500;

/**
 * The first byte of an error. A server at its maxclients, or in protected mode, sends one unasked and closes
 * the connection.
 */
const errorType = "-".charCodeAt(0);

/** The connection ended, by the server or by `close`. */
export class ClosedError extends Error {}

interface Pending {
  resolve: (reply: Reply) => void;
  reject: (error: Error) => void;
  timer: NodeJS.Timeout;
}

/** One connection to one server: one request at a time, each with a deadline and a byte limit. */
export class Connection {
  readonly #socket: net.Socket;
  readonly #limits: Limits;
  readonly #sent: Pick<SentCommands, "add">;
  readonly #lost: (() => void) | undefined;
  /** The server's IP address on this connection. */
  readonly address: string;
  #pending: Pending | undefined;
  /** The reply that is arriving. */
  #reader: ReplyReader | undefined;
  #failure: Error | undefined;
  #ending = false;

  private constructor(socket: net.Socket, address: string, { limits, sent, lost }: ConnectionOptions) {
    this.#socket = socket;
    this.#limits = limits;
    this.#sent = sent;
    this.#lost = lost;
    this.address = address;
    socket.on("data", (chunk: Buffer) => this.#receive(chunk));
    socket.on("error", (error) => this.#fail(error));
    socket.on("close", () => this.#fail(new ClosedError("the connection was closed")));
  }

  /**
   * Connects, with TLS if there are settings for it. Rejects with Node's error or a DeadlineError.
   * @param ip the address of the host, where its name is resolved already
   */
  static open(address: ServerAddress, options: ConnectionOptions, ip?: string): Promise<Connection> {
    const { tls: secure, limits, signal } = options;
    if (signal?.aborted) return Promise.reject(new ClosedError("the agent is stopping"));
    return new Promise((resolve, reject) => {
      const socket = connectSocket(address, secure, ip);
      // This listener is never removed: an error after the first one must not end the process.
      socket.on("error", () => socket.destroy());
      let stage: DeadlineError["stage"] = "connect";
      const timer = setTimeout(() => socket.destroy(new DeadlineError(stage)), limits.connectMilliseconds);
      const stop = (): void => void socket.destroy();
      signal?.addEventListener("abort", stop);
      const settle = (): void => {
        clearTimeout(timer);
        signal?.removeEventListener("abort", stop);
      };
      const fail = (error?: Error): void => {
        settle();
        reject(error ?? new ClosedError("the connection was closed"));
      };
      const closed = (): void => fail();
      socket.once("connect", () => (stage = "tls"));
      socket.once("error", fail);
      socket.once("close", closed);
      socket.once(secure ? "secureConnect" : "connect", () => {
        // A socket that the server has closed already has no address.
        if (socket.remoteAddress === undefined) return fail();
        settle();
        const connection = new Connection(socket, socket.remoteAddress, options);
        socket.off("error", fail);
        socket.off("close", closed);
        resolve(connection);
      });
    });
  }

  /** When the server's certificate ends, verified or not; undefined without TLS. */
  get certificateEnd(): string | undefined {
    return certificateEndOf(this.#socket);
  }

  get usable(): boolean {
    return this.#failure === undefined;
  }

  /** The server's reply, which may be an ErrorReply. Rejects when the connection fails, and closes it. */
  send(command: Command): Promise<Reply> {
    return this.#exchange(command);
  }

  /** Logs in. Returns true, or the server's refusal. */
  async authenticate(username: string | undefined, password: string): Promise<true | ErrorReply> {
    const reply = await this.#exchange(["AUTH", ...(username === undefined ? [] : [username]), password]);
    if (reply instanceof ErrorReply) return reply;
    if (reply !== "OK") throw this.#fail(new ProtocolError("an unknown answer to AUTH"));
    return true;
  }

  /**
   * Closes the connection and waits, for a moment at most, until the server has closed it too. Then the next
   * connection finds a place, also at a server that has no other.
   */
  async end(): Promise<void> {
    if (this.#failure) return;
    const closed = new Promise<void>((resolve) => this.#socket.once("close", () => resolve()));
    const timer = setTimeout(() => this.close(), endMilliseconds);
    this.#ending = true;
    this.#socket.end();
    await closed;
    clearTimeout(timer);
  }

  close(): void {
    this.#ending = true;
    this.#fail(new ClosedError("the agent closed the connection"));
  }

  #exchange(parts: readonly string[]): Promise<Reply> {
    if (this.#failure) return Promise.reject(this.#failure);
    if (this.#pending) return Promise.reject(new Error("a connection takes one request at a time"));
    return new Promise((resolve, reject) => {
      const timer = setTimeout(
        () => this.#fail(new DeadlineError("answer")),
        this.#limits.answerMilliseconds,
      );
      this.#pending = { resolve, reject, timer };
      this.#sent.add(commandName(parts));
      this.#socket.write(encodeRequest(parts));
    });
  }

  #receive(chunk: Buffer): void {
    // These bytes must not become the next answer, unless they say why the server closes the connection.
    if (!this.#pending && !this.#reader && chunk[0] !== errorType) {
      this.#fail(new ProtocolError("an answer that nobody asked for", chunk[0]));
      return;
    }
    try {
      this.#reader ??= new ReplyReader(this.#limits.answerBytes);
      const reply = this.#reader.push(chunk);
      if (reply !== undefined) this.#deliver(reply);
    } catch (error) {
      this.#fail(error instanceof Error ? error : new ProtocolError(String(error)));
    }
  }

  #deliver(reply: Reply): void {
    this.#reader = undefined;
    const pending = this.#pending;
    this.#pending = undefined;
    if (pending) {
      clearTimeout(pending.timer);
      pending.resolve(reply);
    } else if (reply instanceof ErrorReply) this.#fail(reply);
  }

  #fail(error: Error): Error {
    const first = this.#failure === undefined;
    this.#failure ??= error;
    const pending = this.#pending;
    if (first && !pending && !this.#ending) this.#lost?.();
    this.#pending = undefined;
    this.#socket.destroy();
    if (pending) {
      clearTimeout(pending.timer);
      pending.reject(this.#failure);
    }
    return this.#failure;
  }
}

function connectSocket(
  { host, port }: ServerAddress,
  secure: TlsSettings | undefined,
  ip = host,
): net.Socket {
  const target = { host: ip, port, keepAlive: true, noDelay: true };
  if (!secure) return net.connect(target);
  return tls.connect({ ...target, ...tlsOptions(host, secure) });
}

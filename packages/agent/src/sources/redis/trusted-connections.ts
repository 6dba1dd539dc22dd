import net from "node:net";
import type { RedisSettings, ServerAddress } from "../../configuration/settings.ts";
import { Connection } from "./connection.ts";
import type { ConnectionOptions } from "./connection.ts";
import { configuredHosts, whyTrusted } from "./password-rule.ts";
import type { Peer } from "./password-rule.ts";

/** The password may not go to this server. No login and no command was sent to it. */
export class WithheldError extends Error {
  readonly code = "PASSWORD_WITHHELD";
  /** Whether a certificate could have changed the decision. */
  readonly certified: boolean;

  constructor(certified: boolean) {
    super("the password may not go there");
    this.name = "WithheldError";
    this.certified = certified;
  }
}

export interface Trusted {
  connection: Connection;
  /** Why the password may go there, in words for `check`; undefined when the configuration names the host. */
  why?: string;
}

const localhost = ["127.0.0.1", "::1"];

/** Opens connections to the servers of one deployment. The password may go to all of them. */
export class TrustedConnections {
  readonly #settings: RedisSettings;
  readonly #options: ConnectionOptions;
  readonly #hosts: ReadonlySet<string>;
  /** The IP address of each configured host. For a name, the address of its latest connection. */
  readonly #known = new Map<string, string>();
  readonly #opening = new Set<Promise<unknown>>();

  constructor(settings: RedisSettings, options: Omit<ConnectionOptions, "tls">) {
    this.#settings = settings;
    this.#options = { ...options, tls: settings.tls };
    this.#hosts = configuredHosts(settings);
    for (const host of this.#hosts) if (net.isIP(host)) this.#known.set(host, host);
  }

  /** Rejects with a WithheldError, or as `Connection.open` does. */
  async open(at: ServerAddress): Promise<Trusted> {
    const host = at.host.toLowerCase();
    if (this.#hosts.has(host)) return { connection: await this.#openConfigured(at, host) };
    if (!this.#settings.password) return { connection: await this.#connect(at), why: "no password is sent" };
    // If only the address counts and is known already, no connection is opened for the decision.
    if (!this.#certified && net.isIP(at.host)) await this.#trust({ address: at.host });
    const connection = await this.#connect(at);
    try {
      return { connection, why: await this.#trust(connection) };
    } catch (error) {
      connection.close();
      throw error;
    }
  }

  async #openConfigured(at: ServerAddress, host: string): Promise<Connection> {
    const opening = this.#connect(at);
    this.#opening.add(opening);
    try {
      const connection = await opening;
      this.#known.set(host, connection.address);
      return connection;
    } finally {
      this.#opening.delete(opening);
    }
  }

  get #certified(): boolean {
    const { tls } = this.#settings;
    return tls !== undefined && !tls.insecureSkipVerify;
  }

  #connect(at: ServerAddress): Promise<Connection> {
    return Connection.open(at, this.#options);
  }

  async #trust(peer: Peer): Promise<string> {
    const known = this.#why(peer);
    if (known !== undefined) return known;
    // One configured server has answered. The addresses of the others may not be known yet.
    await Promise.allSettled(this.#opening);
    const later = this.#why(peer);
    if (later !== undefined) return later;
    throw new WithheldError(this.#certified);
  }

  #why(peer: Peer): string | undefined {
    // A server on one of this host's two loopback addresses may announce the other.
    const known = [...this.#known.values()].flatMap((one) => (localhost.includes(one) ? localhost : one));
    return whyTrusted(this.#settings, known, peer);
  }
}

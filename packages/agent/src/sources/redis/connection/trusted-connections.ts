import net from "node:net";
import type { RedisSettings, ServerAddress } from "../../../configuration/settings.ts";
import { Connection } from "./connection.ts";
import type { ConnectionOptions } from "./connection.ts";
import { configuredHosts, describeReach, isPortFollowed, linesToAdd, whyFollowed } from "./follow-rule.ts";
import { announcedNames } from "./resolve.ts";
import { WithheldError } from "./withheld.ts";

export interface Trusted {
  connection: Connection;
  /** Why the agent connects there, in words for `check`; undefined when the configuration names the host. */
  why?: string;
}

interface Follow {
  ip: string;
  why: string;
}

const localhost = ["127.0.0.1", "::1"];
/** A name may have an address of each version of IP, of which only one works. */
const mostTries = 2;

/** Opens connections to the servers of one deployment, and to no other address that its cluster names. */
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

  /** Rejects with a WithheldError before it connects, or as `Connection.open` does. */
  async open(at: ServerAddress): Promise<Trusted> {
    const host = at.host.toLowerCase();
    if (!this.#hosts.has(host)) return this.#openFirst(at, await this.#follow(at));
    if (isPortFollowed(this.#settings, at.port)) return { connection: await this.#openConfigured(at, host) };
    throw new WithheldError(linesToAdd(this.#settings, { port: at.port }), { isOfName: false });
  }

  /** The name is not resolved again: it could have another address by now. */
  async #openFirst(at: ServerAddress, [first, ...others]: readonly Follow[]): Promise<Trusted> {
    try {
      return { connection: await Connection.open(at, this.#options, first?.ip), why: first?.why ?? "" };
    } catch (error) {
      if (others.length === 0) throw error;
      return this.#openFirst(at, others);
    }
  }

  /** Where the agent connects to nodes that the cluster names, in words for `check`. */
  reach(): string {
    return describeReach(this.#settings, [...this.#known.values()]);
  }

  async #openConfigured(at: ServerAddress, host: string): Promise<Connection> {
    const opening = Connection.open(at, this.#options);
    this.#opening.add(opening);
    try {
      const connection = await opening;
      this.#known.set(host, connection.address);
      return connection;
    } finally {
      this.#opening.delete(opening);
    }
  }

  /** The addresses of an announced node at which the agent connects; at least one. */
  async #follow({ host, port }: ServerAddress): Promise<Follow[]> {
    const addresses = await announcedNames.addressesOf(this, host, this.#options.limits.connectMilliseconds);
    let followed = this.#followed(addresses);
    if (followed.length === 0) {
      // One configured server has answered. The addresses of the others may not be known yet.
      await Promise.allSettled(this.#opening);
      followed = this.#followed(addresses);
    }
    const lines = linesToAdd(this.#settings, {
      outside: followed.length === 0 ? addresses[0] : undefined,
      port: isPortFollowed(this.#settings, port) ? undefined : port,
    });
    if (lines.length > 0) throw new WithheldError(lines, { isOfName: !net.isIP(host) });
    return followed.slice(0, mostTries);
  }

  #followed(addresses: readonly string[]): Follow[] {
    // A server on one of this host's two loopback addresses may announce the other.
    const known = [...this.#known.values()].flatMap((one) => (localhost.includes(one) ? localhost : one));
    return addresses.flatMap((ip) => {
      const why = whyFollowed(this.#settings, known, ip);
      return why === undefined ? [] : { ip, why };
    });
  }
}

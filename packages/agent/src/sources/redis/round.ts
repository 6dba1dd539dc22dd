import { formatAddress } from "../../configuration/address.ts";
import type { ServerAddress } from "../../configuration/settings.ts";
import { explain } from "./connection/errors.ts";
import type { Failure } from "./connection/errors.ts";
import { Server } from "./server.ts";
import type { ServerParts } from "./server.ts";
import { takeSnapshot } from "./snapshot.ts";
import type { Snapshot } from "./snapshot.ts";
import { missingFigures } from "./info/server-info.ts";

export type Outcome = Snapshot | Failure;

/** One server of a deployment, under its name in a report, with the result of its reading. */
export interface Member {
  name: string;
  address: string;
  outcome: Outcome;
}

/** A server that answered. */
export interface Entry {
  address: ServerAddress;
  snapshot: Snapshot;
}

/** The connections of one deployment. They are kept from one round of reading to the next. */
export class Servers {
  readonly parts: ServerParts;
  readonly #servers = new Map<string, Server>();

  constructor(parts: ServerParts) {
    this.parts = parts;
  }

  at(address: ServerAddress): Server {
    const key = formatAddress(address);
    const server = this.#servers.get(key) ?? new Server(address, this.parts);
    this.#servers.set(key, server);
    return server;
  }

  /** The followed servers that only the cluster names, each with the reason. */
  followed(): string[] {
    return [...this.#servers.values()].flatMap(({ address, why }) =>
      why === undefined ? [] : `${address}: ${why}`,
    );
  }

  /**
   * The earliest end of the certificates of these servers. Undefined while it is not known of one of them.
   * @param isWell whether the deployment does without the servers that cannot be reached
   */
  certificateEnd(addresses: ReadonlySet<string>, isWell: boolean): string | undefined {
    const shown = [...addresses]
      .flatMap((key) => this.#servers.get(key) ?? [])
      .filter(({ isConnected }) => isConnected || !isWell);
    const ends = shown.flatMap(({ certificateEnd }) => certificateEnd ?? []);
    return ends.length < shown.length ? undefined : ends.toSorted()[0];
  }

  /** Closes the connections to all other servers. */
  keep(addresses: ReadonlySet<string>): void {
    for (const [key, server] of this.#servers) {
      if (addresses.has(key)) continue;
      server.close();
      this.#servers.delete(key);
    }
  }

  close(): void {
    this.keep(new Set());
  }
}

/** One reading of a deployment. Each server is read once, however often its data is requested. */
export class Round {
  readonly #servers: Servers;
  readonly #outcomes = new Map<string, Promise<Outcome>>();

  constructor(servers: Servers) {
    this.#servers = servers;
  }

  /** Every address that was read, as `formatAddress` writes it. */
  get asked(): ReadonlySet<string> {
    return new Set(this.#outcomes.keys());
  }

  server(address: ServerAddress): Server {
    return this.#servers.at(address);
  }

  /** Never rejects. */
  read(address: ServerAddress): Promise<Outcome> {
    const key = formatAddress(address);
    const outcome = this.#outcomes.get(key) ?? this.#read(this.#servers.at(address));
    this.#outcomes.set(key, outcome);
    return outcome;
  }

  /** The first of several servers that answers INFO. All are asked at the same time. */
  async first(addresses: readonly ServerAddress[]): Promise<Entry | undefined> {
    const answers = addresses.map(async (address) => {
      const outcome = await this.read(address);
      if ("code" in outcome) throw new Error(outcome.code);
      return { address, snapshot: outcome };
    });
    return Promise.any(answers).catch(() => undefined);
  }

  async #read(server: Server): Promise<Outcome> {
    const { settings, log } = this.#servers.parts;
    try {
      const snapshot = await takeSnapshot(server, settings);
      if (snapshot.clients)
        log.info("clients counted", {
          deployment: settings.name,
          address: server.address,
          ...snapshot.clients,
        });
      return snapshot;
    } catch (error) {
      const failure = explain(error, settings.tls !== undefined);
      log.debug("server not read", {
        deployment: settings.name,
        address: server.address,
        status: failure.status,
        code: failure.code,
      });
      return failure;
    }
  }
}

/** The snapshot if it has countable figures; otherwise the reason why it has none. */
export function counted(outcome: Outcome): Outcome {
  return "code" in outcome ? outcome : (missingFigures(outcome.info, outcome.waitsForCopy) ?? outcome);
}

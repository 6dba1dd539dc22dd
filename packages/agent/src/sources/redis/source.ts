import type { RedisSettings } from "../../configuration/settings.ts";
import type { Log } from "../../log.ts";
import { SentCommands } from "../sent-commands.ts";
import { setCertificateEnd } from "../source.ts";
import type { CheckResult, Reading, Source } from "../source.ts";
import { checkRedis } from "./check.ts";
import { mostFollowed, readCluster, readConfigured } from "./cluster/cluster.ts";
import { defaultLimits } from "./connection/connection.ts";
import type { Limits } from "./connection/connection.ts";
import { DataSets } from "./cluster/data-sets.ts";
import { toReplicatedReading } from "./replicated.ts";
import { Round, Servers } from "./round.ts";
import type { Entry } from "./round.ts";
import { serverMode } from "./info/server-info.ts";
import type { ClusterNode } from "./cluster/topology.ts";
import { TrustedConnections } from "./connection/trusted-connections.ts";

/**
 * One deployment of Redis or Valkey. A single server costs one INFO for each report, over one open connection.
 * A cluster costs two CLUSTER commands on one node, and one INFO on each primary. It costs one or two commands
 * more while CLUSTER SHARDS leaves something out.
 */
export class RedisSource implements Source {
  readonly sent = new SentCommands();
  onAlarm: (() => void) | undefined;
  readonly #settings: RedisSettings;
  readonly #log: Log;
  readonly #limits: Limits;
  readonly #stopping = new AbortController();
  readonly #servers: Servers;
  /** The cluster's nodes at the last reading. They lead to the cluster while the configured ones are down. */
  #nodes: readonly ClusterNode[] = [];
  readonly #dataSets = new DataSets();
  #isCluster = false;
  #logged = "";

  constructor(settings: RedisSettings, log: Log, limits: Limits = defaultLimits) {
    this.#settings = settings;
    this.#log = log;
    this.#limits = limits;
    const { sent } = this;
    const lost = () => this.onAlarm?.();
    const connections = new TrustedConnections(settings, {
      limits,
      sent,
      signal: this.#stopping.signal,
      lost,
    });
    this.#servers = new Servers({ settings, connections, log });
  }

  get key(): string {
    return this.#settings.key;
  }

  get name(): string {
    return this.#settings.name;
  }

  async read(): Promise<Reading> {
    const round = new Round(this.#servers);
    const reading = await this.#read(round);
    this.#servers.keep(round.asked);
    const isWell = reading.deployment.status === "active";
    setCertificateEnd(reading, this.#servers.certificateEnd(round.asked, isWell));
    this.#logChanges(reading);
    return reading;
  }

  check(): Promise<CheckResult> {
    const { sent } = this;
    return checkRedis(
      this.#settings,
      { limits: this.#limits, sent },
      {
        read: () => this.read(),
        followed: () => this.#servers.followed(),
        reach: () => this.#servers.parts.connections.reach(),
      },
    );
  }

  close(): void {
    this.#stopping.abort();
    this.#servers.close();
  }

  async #read(round: Round): Promise<Reading> {
    const entry = await round.first(this.#settings.addresses);
    if (entry) {
      this.#isCluster = serverMode(entry.snapshot.info) === "cluster";
      return this.#isCluster ? this.#readCluster(round, entry) : this.#readReplicated(round);
    }
    return (await this.#readThroughOthers(round)) ?? this.#readReplicated(round);
  }

  async #readCluster(round: Round, entry: Entry): Promise<Reading> {
    const { reading, nodes } = await readCluster(round, this.#settings, entry, this.#dataSets);
    this.#nodes = nodes ?? this.#nodes;
    return reading;
  }

  /** Reads the cluster through the nodes of its last reading; undefined when none leads to it. */
  async #readThroughOthers(round: Round): Promise<Reading | undefined> {
    const addresses = this.#nodes.flatMap(({ address }) => address ?? []);
    const entry = await round.first(addresses.slice(0, mostFollowed));
    if (!entry || serverMode(entry.snapshot.info) !== "cluster") return undefined;
    const { reading, nodes } = await readCluster(round, this.#settings, entry, this.#dataSets);
    // The address of a removed node may belong to another server by now.
    const ids = new Set(this.#nodes.map(({ id }) => id));
    if (!nodes?.some(({ id }) => ids.has(id))) return undefined;
    this.#nodes = nodes;
    return reading;
  }

  async #readReplicated(round: Round): Promise<Reading> {
    const reading = toReplicatedReading(this.#settings, await readConfigured(round, this.#settings));
    if (this.#isCluster) reading.deployment.type = "CLUSTER";
    return reading;
  }

  /** Logs one line for each change, because missing rights stay missing for a long time. */
  #logChanges({ deployment, notes = [] }: Reading): void {
    const gaps = deployment.gaps ?? [];
    const current = JSON.stringify([gaps, notes]);
    const quiet = gaps.length + notes.length === 0;
    if (current === this.#logged || (quiet && (this.#logged === "" || deployment.status !== "active")))
      return;
    this.#logged = current;
    if (quiet) this.#log.info("everything can be read again", { deployment: this.name });
    else this.#log.warn("not everything can be read", { deployment: this.name, gaps, notes });
  }
}

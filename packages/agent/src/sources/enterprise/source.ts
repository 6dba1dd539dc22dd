import { createHash } from "node:crypto";
import type { EnterpriseSettings } from "../../configuration/settings.ts";
import type { Log } from "../../log.ts";
import { AnswerError } from "../../network/bounded-http.ts";
import { SentCommands } from "../sent-commands.ts";
import { setCertificateEnd } from "../source.ts";
import type { CheckResult, Reading, Source } from "../source.ts";
import { checkEnterprise } from "./check.ts";
import { defaultEnterpriseLimits, EnterpriseClient } from "./client.ts";
import type { EnterpriseLimits } from "./client.ts";
import { clusterKey } from "./cluster.ts";
import { explain } from "./errors.ts";
import { toFailedReading, toReading } from "./map.ts";
import type { Known } from "./map.ts";
import { PartFailed, readParts } from "./parts.ts";
import type { Witness } from "./parts.ts";
import { requests } from "./requests.ts";

/** How long an end counts after its certificate was seen last, in milliseconds. */
const remembered = 3_600_000;

/**
 * The ends of the certificates that a cluster showed within the last hour. Behind one address there can be several nodes,
 * each with its own certificate. Without a memory, the report would change with the node that answers.
 */
export class RecentEnds {
  readonly #seen = new Map<string, number>();

  /**
   * While the cluster cannot be reached, its last ends stay.
   * @param now milliseconds of a clock that never goes back
   */
  note(ends: ReadonlySet<string>, now: number): void {
    if (ends.size === 0) return;
    for (const end of ends) this.#seen.set(end, now);
    for (const [end, seenAt] of this.#seen) if (now - seenAt > remembered) this.#seen.delete(end);
  }

  /** Undefined before the first one. */
  get earliest(): string | undefined {
    return [...this.#seen.keys()].toSorted()[0];
  }
}

/**
 * Which source reports which cluster. Two addresses of one cluster must not make two deployments with one
 * key.
 */
export type Claims = Map<string, EnterpriseSource>;

/** One cluster of Redis Enterprise, with all its databases, over its REST API. It only sends GET requests. */
export class EnterpriseSource implements Source {
  readonly sent = new SentCommands();
  readonly #settings: EnterpriseSettings;
  readonly #log: Log;
  readonly #claims: Claims;
  readonly #limits: EnterpriseLimits;
  readonly #ends = new RecentEnds();
  #known: Known | undefined;
  #client: EnterpriseClient | undefined;
  #closed = false;

  constructor(
    settings: EnterpriseSettings,
    log: Log,
    claims: Claims,
    limits: EnterpriseLimits = defaultEnterpriseLimits,
  ) {
    this.#settings = settings;
    this.#log = log;
    this.#claims = claims;
    this.#limits = limits;
  }

  get key(): string {
    return this.#known?.key ?? provisionalKey(this.#settings);
  }

  get name(): string {
    return this.#settings.name;
  }

  async read(): Promise<Reading> {
    const reading = await this.#read();
    setCertificateEnd(reading, this.#ends.earliest);
    return reading;
  }

  check(): Promise<CheckResult> {
    return this.#with((client) => checkEnterprise(this.#settings, client));
  }

  close(): void {
    this.#closed = true;
    this.#client?.close();
  }

  async #read(): Promise<Reading> {
    try {
      const parts = await this.#with((client) => readParts(client, this.#witness));
      const key = this.#settings.key ?? clusterKey(parts.cluster);
      const owner = this.#claim(key);
      if (owner) return this.#repeated(owner);
      // Another cluster may have been built at the same address. Then no data of the former one is kept.
      const before = this.#known?.key === key ? this.#known : undefined;
      const { reading, known } = toReading(this.#settings, key, parts, before);
      this.#known = known;
      return reading;
    } catch (error) {
      const failure = error instanceof PartFailed ? error.failure : explain(error);
      this.#log.debug("cluster not read", {
        deployment: this.name,
        status: failure.status,
        code: failure.code,
      });
      return toFailedReading(this.#settings, this.#before(), failure);
    }
  }

  async #with<Result>(use: (client: EnterpriseClient) => Promise<Result>): Promise<Result> {
    // If a connection is kept for a minute, the other side often closes it just when it is used.
    const client = new EnterpriseClient(this.#settings, this.#limits, this.sent);
    this.#client = client;
    try {
      if (this.#closed) throw new AnswerError("broken off");
      return await use(client);
    } finally {
      client.close();
      this.#ends.note(client.certificateEnds, performance.now());
    }
  }

  /** The other source that reports this cluster already, if any. */
  #claim(key: string): EnterpriseSource | undefined {
    const owner = this.#claims.get(key);
    if (owner === undefined) this.#claims.set(key, this);
    return owner === this ? undefined : owner;
  }

  #repeated(owner: EnterpriseSource): Reading {
    const message = `This is the same cluster as "${owner.name}". Remove one of the two from the configuration.`;
    const known = { key: provisionalKey(this.#settings), license: undefined, enterpriseAdminUrl: undefined };
    return toFailedReading(this.#settings, known, { status: "unsupported", message, code: "REPEATED" });
  }

  #before(): Known {
    const { adminUrl: enterpriseAdminUrl } = this.#settings;
    return this.#known ?? { key: provisionalKey(this.#settings), license: undefined, enterpriseAdminUrl };
  }

  readonly #witness: Witness = (part, outcome, milliseconds) => {
    const result = "failure" in outcome ? outcome.failure.code : "ok";
    const request = `GET ${requests[part]}`;
    this.#log.debug("cluster asked", { deployment: this.name, request, result, milliseconds });
  };
}

/**
 * The key of a cluster that has not been read since the agent's start, so that its identity is unknown. It is
 * a hash of the address, and the address stays on this host. `key` in the configuration avoids it.
 */
function provisionalKey({ key, url }: EnterpriseSettings): string {
  return key ?? `enterprise-${createHash("sha256").update(url).digest("hex").slice(0, 24)}`;
}

import type { ReportedDeployment } from "@shardwatch/core/contract/report/report";
import type { SentCommands } from "./sent-commands.ts";

export type Status = "active" | "loading" | "degraded" | "down" | "unreachable" | "denied" | "unsupported";

/** What servers count. */
export const counterNames = ["ops", "hits", "misses", "evicted", "expired"] as const;
export type Counter = (typeof counterNames)[number];

/** How often something happened in each second. Null is not known. */
export interface Rates extends Record<Counter, number | null> {
  /** The time that the rates are for. Rates of a longer time count more. */
  seconds: number;
}

/** One figure for each counter. */
export const eachCounter = <Figure>(figureOf: (name: Counter) => Figure): Record<Counter, Figure> => ({
  ops: figureOf("ops"),
  hits: figureOf("hits"),
  misses: figureOf("misses"),
  evicted: figureOf("evicted"),
  expired: figureOf("expired"),
});

/** How far the replicas of a database are behind. Null is not known, or there is no replica. */
export interface Lag {
  /** What the slowest replica has not acknowledged. */
  lagBytes: number | null;
  /** Since a replica and its primary last heard of each other. */
  lagSeconds: number | null;
}

/** The figures of one database at one reading, from which slots are formed. Null is not known. */
export interface Sample extends Lag {
  id: string;
  used: number | null;
  limit: number | null;
  clients: number | null;
  keys: number | null;
  expiring: number | null;
  /** Resident memory divided by the memory used. */
  fragmentation: number | null;
  /** Commands a second at this moment, as the server itself says; absent for a source that does not say it. */
  opsNow?: number | null;
  /** Since the reading before; undefined when that is not known. */
  rates: Rates | undefined;
}

/** The result of reading one configured deployment. There always is one: a failure is a status. */
export interface Reading {
  deployment: ReportedDeployment & { status: Status };
  /** Which data set the server holds, and whether it is its primary; absent when not known. */
  replication?: { dataSet: string; primary: boolean };
  /** Identifies the cluster, whichever of its nodes is asked. Absent when not known, or without a cluster. */
  cluster?: string;
  /** The figures of this reading; absent when the databases were not read, and when it is reported again. */
  samples?: readonly Sample[];
  /** Hints for a person on this host. They may name addresses, so they never leave the host. */
  notes?: string[];
}

/** Adds when the certificate of its servers ends, where that is known. */
export function setCertificateEnd({ deployment }: Reading, end: string | undefined): void {
  if (end !== undefined) deployment.certificateEnd = end;
}

export interface CheckResult {
  ok: boolean;
  /** Lines for a person at a terminal. */
  lines: string[];
}

/** A monitored deployment. A second kind of server is a second folder that creates these. */
export interface Source {
  readonly key: string;
  readonly name: string;
  /** The commands and requests that were sent to the servers. */
  readonly sent: SentCommands;
  /**
   * Called when something happened that may have changed the status, such as a connection that its server
   * closed. Absent for a source that does not notice such things.
   */
  onAlarm?: (() => void) | undefined;
  /** Never rejects. */
  read(): Promise<Reading>;
  /** Tries everything once, for a person who sets the agent up. Never rejects. */
  check(): Promise<CheckResult>;
  close(): void;
}

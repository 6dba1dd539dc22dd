import type { ReportedDeployment } from "@shardwatch/core/contract/report";

export type Status = "active" | "loading" | "degraded" | "unreachable" | "denied" | "unsupported";

/** How often something happened in each second. Null is not known. */
export interface Rates {
  /** The time that the rates are for. Rates of a longer time count more. */
  seconds: number;
  ops: number | null;
  hits: number | null;
  misses: number | null;
  evicted: number | null;
}

/** The figures of one database at one reading, from which slots are formed. Null is not known. */
export interface Sample {
  id: string;
  used: number | null;
  limit: number | null;
  clients: number | null;
  keys: number | null;
  expiring: number | null;
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

export interface CheckResult {
  ok: boolean;
  /** Lines for a person at a terminal. */
  lines: string[];
}

/** A monitored deployment. A second kind of server is a second folder that creates these. */
export interface Source {
  readonly key: string;
  readonly name: string;
  /** The names of the commands and requests sent to the servers since the start. */
  readonly sent: ReadonlySet<string>;
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

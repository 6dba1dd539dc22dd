import type { ReportedDeployment } from "@shardwatch/core/contract/report";

export type Status = "active" | "loading" | "degraded" | "unreachable" | "denied" | "unsupported";

/** What reading one configured deployment gave. Always something: failures are a status. */
export interface Reading {
  deployment: ReportedDeployment & { status: Status };
  /** Which data set the server holds, and whether it is its primary; absent when not known. */
  replication?: { dataSet: string; primary: boolean };
  /** What the same cluster gives whichever of its nodes is asked; absent when not known, or no cluster. */
  cluster?: string;
  /** For a person on this host: where to look. May name addresses, so they never leave the host. */
  notes?: string[];
}

export interface CheckResult {
  ok: boolean;
  /** Lines for a person at a terminal. */
  lines: string[];
}

/** Something that is monitored. A second kind of server is a second folder that gives one of these. */
export interface Source {
  readonly key: string;
  readonly name: string;
  /** The names of the commands and requests that were sent to the servers since the start. */
  readonly sent: ReadonlySet<string>;
  /** Never rejects. */
  read(): Promise<Reading>;
  /** Tries everything once, for a person who sets the agent up. Never rejects. */
  check(): Promise<CheckResult>;
  close(): void;
}

import type { Database, Deployment } from "@shardwatch/core/contract/deployment/deployment";
import type { LucideIcon } from "lucide-react";

/** What reports a deployment. */
export interface NamedSource {
  /** The name of the agent key or the account. */
  name: string;
  /** The agent that uses the key, and when it last reported. */
  agent?: string;
  lastSeen?: string | undefined;
}

export type SourceLookup = (via: string) => NamedSource | undefined;

/** What a source reports of a database beside the fields that every source reports. */
export interface ReportedFacts {
  fields: ReadonlySet<keyof Database>;
  /** What it never reports, in words; undefined where nothing is missing. */
  never?: string;
  /** Whether a database is one server, with a role and a configuration of its own. */
  ofOneServer?: true;
}

/** A kind of source as the web application shows it. Its name and noun are in the contract. */
export interface WebSource {
  icon: LucideIcon;
  /** The label of the integrations tab that manages sources of this kind. */
  tab: string;
  /** Whether this environment supports it. */
  isOn: () => boolean;
}

/** What loads later of a kind: with a deployment's page, with the setup, and with the names of sources. */
export interface SourceDetails {
  /** How to add a source, in one line. */
  setup: { title: string; text: string };
  /** The calls that give its data; none for sources that report on their own. */
  calls: readonly { name: string; value: string }[];
  reports: (deployment: Pick<Deployment, "type">) => ReportedFacts;
  /** Asks for a reading of one of them now. Absent for sources that report on their own. */
  test?: (id: string) => Promise<void>;
  /** Reads the names of the organization's sources. */
  findNames: () => Promise<SourceLookup>;
}

/** What the pages show of any source. */
export type ShownDetails = Pick<SourceDetails, "reports" | "findNames"> & {
  /** Null for a source that only a later release knows. */
  calls: SourceDetails["calls"] | null;
};

/** The facts of most kinds. */
export const commonFacts = ["engine", "evictionPolicy", "persistence", "replicas"] as const;

/** Names change rarely: a read is good for so many milliseconds. A change by this person invalidates them at once. */
export const namesStaleTime = 300_000;

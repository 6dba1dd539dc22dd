import type { ManagedKey } from "../agent-key/managed.ts";
import type { ManagedChannel } from "../channel/managed.ts";
import type { RouteEntry } from "../contract/configuration/route-entry.ts";
import type { RuleEntry } from "../contract/configuration/rule-entry.ts";
import type { ManagedRole } from "../elasticache/managed.ts";
import type { ManagedSilence } from "../incident/silences/managed.ts";
import type { EntryGroup } from "../organization/managed.ts";
import type { ManagedToken } from "../programs/managed.ts";
import type { ManagedCloud } from "../redis-cloud/managed.ts";
import type { ManagedView } from "../view/managed.ts";

/** One organization of the configuration file, with everything that the file has in it. */
export interface WantedOrganization {
  /** Finds the organization again, also after it was renamed in the file. */
  entryId: string;
  name: string;
  /** Whether people enter it at their first sign-in, where they share an organization. */
  isShared: boolean;
  groups: EntryGroup[];
  agentKeys: ManagedKey[];
  tokens: ManagedToken[];
  redisCloud: ManagedCloud[];
  elastiCache: ManagedRole[];
  channels: ManagedChannel[];
  /** Undefined where the file lists none: then they are left to people. */
  routes?: RouteEntry[] | undefined;
  rules: RuleEntry[];
  silences: ManagedSilence[];
  views: ManagedView[];
}

/** Why one entry of the file is not as the file has it. */
export interface EntryFailure {
  /** Its place in the file, such as "organizations[0].redisCloud[1]". */
  path: string;
  code: string;
  reason: string;
  /** Whether another try would fail as well, until the file is changed. */
  isLasting: boolean;
}

/** What a run did. */
export interface Applied {
  created: number;
  changed: number;
  removed: number;
  failures: EntryFailure[];
}

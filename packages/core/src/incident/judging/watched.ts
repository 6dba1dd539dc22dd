import type { ChannelEnd } from "../../contract/channel/words.ts";
import { isLastKnown } from "../../contract/filter/severity.ts";
import type { DeploymentSource } from "../../contract/source/source.ts";
import type { SourceState } from "../../contract/source/state.ts";
import type { PatchedVersions } from "../../contract/support/worst.ts";
import type { WatchedAgent, WatchedDeployment } from "../../deployment/fleet/watch.ts";

export type { WatchedAgent, WatchedDatabase, WatchedDeployment } from "../../deployment/fleet/watch.ts";

/** Whether the figures of a deployment are of now. */
export const isMeasured = ({ isSilent, status }: WatchedDeployment): boolean =>
  !isSilent && !isLastKnown(status);

/** The deployments with what people said is patched. */
export const withPatched = (
  deployments: readonly WatchedDeployment[],
  patched: PatchedVersions,
): readonly WatchedDeployment[] =>
  patched.size === 0 ? deployments : deployments.map((one) => ({ ...one, facts: { ...one.facts, patched } }));

/** An agent key or an integration. Times are Unix epochs in milliseconds. */
export interface WatchedSource {
  kind: DeploymentSource;
  id: string;
  name: string;
  createdAt: number;
  /** Of an integration, what its last reading brought. A key is "ok" until it ends, and then "denied". */
  status: SourceState["status"];
  lastReadAt: number | undefined;
  /** When we read it next. Undefined for a source that reports on its own, and before the first reading. */
  nextReadAt: number | undefined;
  lastDataAt: number | undefined;
  lastError: string | null;
}

/** Where messages go. Times are Unix epochs in milliseconds. */
export interface WatchedChannel {
  id: string;
  name: string;
  /** Time of the first of the failures without a success between; null when the last attempt succeeded. */
  failingSince: number | null;
  /** Undefined while the channel is on. */
  off: ChannelEnd | undefined;
}

/** What a program signs in with. */
export interface WatchedToken {
  id: string;
  name: string;
  /** Unix epoch in milliseconds. */
  expiresAt: number;
}

/** All of an organization that rules judge, as plain data. */
export interface Watched {
  deployments: readonly WatchedDeployment[];
  agents: readonly WatchedAgent[];
  /** Undefined in a pass that did not read them. */
  sources: readonly WatchedSource[] | undefined;
  /** Undefined in a pass that did not read them. */
  channels: readonly WatchedChannel[] | undefined;
  /** Undefined in a pass that did not read them. */
  tokens: readonly WatchedToken[] | undefined;
  /** Ids of the deployments with findings that were deleted. What is gone otherwise has moved. */
  deleted: ReadonlySet<string>;
  /** The release that runs, such as "0.3.0". */
  version: string;
}

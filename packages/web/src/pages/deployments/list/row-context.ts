import type { DeploymentListItem } from "@shardwatch/core/contract/deployment/deployment";
import type { Facts } from "@shardwatch/core/contract/filter/facts";
import type { Joined } from "../../../lib/words/joined.ts";

export interface WithFacts {
  /** What a filter can ask about a row, as of its load. */
  factsOf: (deployment: DeploymentListItem) => Facts;
}

/** The data that the cells need from the page. */
export interface RowContext extends WithFacts {
  addressOf: (deployment: DeploymentListItem) => string;
  /** Left out for people who may not delete. */
  onDelete: ((deployment: DeploymentListItem) => void) | undefined;
  /** Whether the rows belong to more than one organization. */
  severalOrganizations: boolean;
  /** What is joined to the rows. */
  joined: readonly Joined[];
  /** When the rows were loaded, Unix epoch in milliseconds. */
  loadedAt: number;
  /** Distinguishes a deployment from others of the same name; undefined where the name is unique. */
  namesakeMark: (deployment: DeploymentListItem) => string | undefined;
}

import type { Services } from "../../access/context.ts";
import type { OrganizationId } from "../../access/scope.ts";
import { tryWrite } from "../../table/errors.ts";
import { organizationIn } from "../../table/keys.ts";
import { deploymentKey } from "../rows/deployment.keys.ts";
import { readSummary } from "../rows/deployment.table.ts";
import {
  deploymentOfForgotten,
  endForgetting,
  forgottenIn,
  forgottenKind,
  hasReturned,
  toForget,
} from "../rows/forgotten.table.ts";

/** A deployment that left an organization, whose past there has to be deleted. */
export interface DepartedDeployment {
  id: string;
  /** Unix epoch in milliseconds. */
  at: number;
  /** Whether it has not come back with its past, and its deletion has not ended. */
  isGone: () => Promise<boolean>;
  /** Ends its deletion, unless the deployment has left once more since. */
  forgotten: () => Promise<void>;
}

/** Ids of the organizations that deployments have left. */
export async function organizationsToForget({ table }: Services): Promise<string[]> {
  return [...new Set((await table.findAll(toForget)).map(({ pk }) => organizationIn(pk)))];
}

/** The deployments that left an organization. */
export async function departedDeployments(
  { table }: Services,
  organization: OrganizationId,
): Promise<DepartedDeployment[]> {
  const rows = await table.queryAll(forgottenIn(organization));
  return rows.map((row) => ({
    id: deploymentOfForgotten(row),
    at: forgottenKind.read(row).departedAt,
    isGone: async () => {
      const id = deploymentOfForgotten(row);
      // Not a batch: the function may read single rows only.
      const [mark, summary] = await Promise.all([table.get(row), table.get(deploymentKey(organization, id))]);
      return mark !== undefined && !(summary && hasReturned(mark, readSummary(summary)));
    },
    forgotten: async () => {
      const { delete: key, when } = endForgetting(row);
      await tryWrite(table.remove(key, when));
    },
  }));
}

import type { Services } from "../../access/context.ts";
import type { OrganizationId } from "../../access/scope.ts";
import type { DeploymentListItem } from "../../contract/deployment/deployment.ts";
import { deploymentOfKey, deploymentsOf } from "../rows/deployment.keys.ts";
import { pastPart } from "../rows/deployment.table.ts";
import { type PastOwner, pastOwnersOf } from "../rows/past-owners.ts";

/** What the past of a deployment depends on. */
export interface PastPart {
  id: string;
  /** Source and instance, as `ownerOf` writes them. */
  owner: string;
  pastOwners: readonly PastOwner[];
  /** When it was first reported, Unix epoch in milliseconds; undefined in older rows. */
  born: number | undefined;
  license: DeploymentListItem["license"];
  source: DeploymentListItem["source"];
  databaseCount: number;
}

/** Every deployment of an organization. The rows may be a second old. */
export async function pastPartsOf({ table }: Services, organization: OrganizationId): Promise<PastPart[]> {
  const { attributes, read } = pastPart;
  const rows = await table.queryAll(deploymentsOf(organization), { attributes, eventually: true });
  return rows.map((row) => {
    const { item, owner, born, former } = read(row);
    const { license, source, databaseCount } = JSON.parse(item) as DeploymentListItem;
    const about = { license, source, databaseCount };
    return { id: deploymentOfKey(row), owner, born, pastOwners: pastOwnersOf({ former }), ...about };
  });
}

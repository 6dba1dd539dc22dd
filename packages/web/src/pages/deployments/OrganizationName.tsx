import { useQuery } from "@tanstack/react-query";
import { truncate } from "@shardwatch/core/kit/text";
import type { OrganizationListItem } from "@shardwatch/core/contract/organization";
import { organizationsQuery } from "../../api/organizations.ts";

const nameLength = 30;
const namesById = (organizations: readonly OrganizationListItem[]) =>
  new Map(organizations.map(({ id, name }) => [id, name]));

/** Whose a deployment is, for those who see the deployments of all; nothing until the names are there. */
export function OrganizationName({ id }: { id: string }) {
  const { data: names } = useQuery({ ...organizationsQuery, select: namesById });
  const name = names?.get(id);
  if (name === undefined) return null;
  const short = truncate(name, nameLength);
  return short === name ? name : <span title={name}>{short}</span>;
}

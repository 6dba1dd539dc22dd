import type { OrganizationListItem } from "@shardwatch/core/contract/people/organization";

type Named = Pick<OrganizationListItem, "id" | "name">;

const idLength = 6;

/**
 * The label of each organization in choices, by id. Names need not be unique: equal ones get the end of their
 * ids.
 */
export function distinctNames(organizations: readonly Named[]): Map<string, string> {
  const counts = new Map<string, number>();
  for (const { name } of organizations) counts.set(name, (counts.get(name) ?? 0) + 1);
  return new Map(
    organizations.map(({ id, name }) => [
      id,
      counts.get(name) === 1 ? name : `${name} (…${id.slice(-idLength)})`,
    ]),
  );
}

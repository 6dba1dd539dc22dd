import { useQuery } from "@tanstack/react-query";
import { truncate } from "@shardwatch/core/kit/text";
import type { OrganizationListItem } from "@shardwatch/core/contract/people/organization";
import { organizationsQuery } from "../../../api/people/organizations.ts";
import { Foreign } from "../../../ui/text/Foreign.tsx";
import { Tooltip } from "../../../ui/popup/Tooltip.tsx";
import { Unknown } from "../../../ui/text/Unknown.tsx";

const nameLength = 30;
const namesById = (organizations: readonly OrganizationListItem[]) =>
  new Map(organizations.map(({ id, name }) => [id, name]));

/** The owner of a deployment, for people who see all organizations; empty until the names are loaded. */
export function OrganizationName({ id }: { id: string }) {
  const { data: names, isLoadingError } = useQuery({ ...organizationsQuery, select: namesById });
  const name = names?.get(id);
  if (isLoadingError) return <Unknown why="Unknown" />;
  if (name === undefined) return null;
  const short = truncate(name, nameLength);
  if (short === name) return <Foreign>{name}</Foreign>;
  return (
    <Tooltip
      content={
        <span className="block break-words">
          <Foreign>{name}</Foreign>
        </span>
      }
    >
      {(trigger) => (
        <span {...trigger} className="relative z-10 rounded-sm">
          <Foreign>{short}</Foreign>
        </span>
      )}
    </Tooltip>
  );
}

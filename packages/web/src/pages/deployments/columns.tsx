import { Link } from "react-router-dom";
import type { DeploymentListItem } from "@shardwatch/core/contract/deployment";
import { truncate } from "@shardwatch/core/kit/text";
import { paths } from "../../lib/paths.ts";
import type { Column } from "../../ui/rows.ts";
import { StatusBadge } from "../../ui/StatusBadge.tsx";
import { shardFigures, typeLabel } from "./describe.ts";
import { ShardCell } from "./ShardCell.tsx";
import { SourceBadge } from "./SourceBadge.tsx";

const nameLength = 40;

/** The list's columns. Links carry the list's query string, so that the way back leads to the same place. */
export function deploymentColumns(search: string): Column<DeploymentListItem>[] {
  return [
    {
      id: "name",
      header: "Name",
      width: "w-[25%]",
      cell: ({ id, name }) => {
        const short = truncate(name, nameLength);
        const whole = short === name ? {} : { title: name, "aria-label": name };
        return (
          <Link
            to={paths.deployment(id, search)}
            className="min-w-0 rounded-sm py-0.5 font-medium break-words hover:text-accent hover:underline"
            {...whole}
          >
            {short}
          </Link>
        );
      },
    },
    { id: "type", header: "Type", width: "lg:w-[16%]", cell: ({ type }) => typeLabel(type) },
    {
      id: "source",
      header: "Source",
      width: "lg:w-[14%]",
      cell: ({ source }) => <SourceBadge source={source} />,
    },
    {
      id: "databases",
      header: "Databases",
      align: "end",
      width: "lg:w-[10%]",
      cell: ({ databaseCount }) => <span className="figures">{databaseCount}</span>,
    },
    {
      id: "status",
      header: "Status",
      width: "lg:w-[17%]",
      cell: ({ status }) => <StatusBadge status={status} />,
    },
    {
      id: "shards",
      header: "Utilized/License Shards",
      align: "end",
      width: "lg:w-[18%]",
      cell: ({ license }) => shardFigures(license) && <ShardCell license={license} />,
    },
  ];
}

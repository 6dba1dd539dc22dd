import type { DatabaseRow } from "@shardwatch/core/contract/deployment/database";
import type { DeploymentListItem } from "@shardwatch/core/contract/deployment/deployment";
import { fields } from "@shardwatch/core/contract/filter/fields";
import type { Joined } from "../../lib/words/joined.ts";
import { runwayText } from "../../lib/words/runway.ts";
import { Unknown } from "../text/Unknown.tsx";

interface Context {
  /** What is joined to the rows. */
  joined: readonly Joined[];
  /** When the rows were loaded, Unix epoch in milliseconds. */
  loadedAt: number;
}

type Row = Pick<DeploymentListItem | DatabaseRow, "outlook">;

/** The column of when memory is full. A list loads it when the column is shown. */
export const runwayColumn = {
  id: "runway",
  header: fields.runway.label,
  align: "end",
  rem: 6.5,
  cell: ({ outlook }: Row, { joined, loadedAt }: Context) => {
    // A card leaves out what has no value.
    if (!joined.includes("outlook")) return null;
    const { text, title } = runwayText(outlook, loadedAt);
    if (text === undefined) return <Unknown why={title} />;
    return (
      <span className="figures whitespace-nowrap" title={title}>
        {text}
      </span>
    );
  },
  has: ({ outlook }: Row) => runwayText(outlook, 0).text !== undefined,
  sort: { asc: "soonest first", desc: "latest first" },
  shownAtFirst: false,
} as const;

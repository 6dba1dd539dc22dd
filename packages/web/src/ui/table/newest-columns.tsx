import type { NewestFigures } from "@shardwatch/core/contract/deployment/deployment";
import { fields } from "@shardwatch/core/contract/filter/fields";
import { none } from "@shardwatch/core/contract/filter/value";
import { formatBytes } from "@shardwatch/core/kit/bytes";
import type { Joined } from "../../lib/words/joined.ts";
import { formatShort } from "../../lib/words/short-number.ts";
import { formatCount } from "../../lib/words/count.ts";
import { byValue } from "../../lib/list/sorting.ts";
import { Figure } from "../text/Figure.tsx";
import { Unknown } from "../text/Unknown.tsx";

interface Context {
  /** What is joined to the rows. */
  joined: readonly Joined[];
}

interface Row {
  figures?: NewestFigures | undefined;
}

/** A column of one of the newest five-minute figures, by the field of the filter that asks for it. */
function newest<const Id extends "ops" | "clients" | "hits" | "lag" | "frag">(
  id: Id,
  rem: number,
  textOf: (figure: number) => string,
) {
  const { label, fact, show } = fields[id];
  return {
    id,
    header: label,
    align: "end",
    rem,
    cell: (row: Row, { joined }: Context) => {
      // A card leaves out what has no value.
      if (!joined.includes("figures")) return null;
      const figure = fact(row);
      if (figure == null) return <Unknown why={figure === null ? show({ word: none }) : "Unknown"} />;
      return <Figure text={textOf(figure)} />;
    },
    has: (row: Row) => fact(row) != null,
    sort: {
      asc: "lowest first",
      desc: "highest first",
      first: "desc",
      by: byValue<Row>((row) => fact(row) ?? undefined),
    },
    shownAtFirst: false,
  } as const;
}

/** The columns of the newest five-minute figures. A list loads the figures when one of them is shown. */
export const newestColumns = [
  newest("ops", 7, formatShort),
  newest("clients", 7.5, formatCount),
  newest("hits", 5, (percent) => `${percent}%`),
  newest("lag", 7.5, (bytes) => formatBytes(String(bytes))),
  newest("frag", 9, formatShort),
] as const;

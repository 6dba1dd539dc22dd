import type { MemberContext } from "@shardwatch/core/access/context";
import { databaseColumns, databaseLine } from "@shardwatch/core/contract/csv/databases";
import { databasePage, type DatabaseQuery } from "@shardwatch/core/deployment/fleet/databases";
import { figureReader } from "@shardwatch/core/history/newest/figures";
import { readFilter } from "../deployment-filter.ts";
import { router } from "../route.ts";
import { csvAnswer } from "../csv/csv-answer.ts";
import { databaseOrder, databasesCsvRoute } from "./declarations.ts";

const listed = (ctx: MemberContext, query: Omit<DatabaseQuery, "limit" | "cursor">) => ({
  read: (limit: number, cursor: string | undefined) => databasePage(ctx, { ...query, limit, cursor }),
  cursorAfter: (one: { cursorAfter: () => string }) => one.cursorAfter(),
});

export const databasesCsv = router().openapi(databasesCsvRoute, async (c) => {
  const { ctx } = c.var;
  const { bom, limit, cursor, ...query } = c.req.valid("query");
  const filter = readFilter(c.req.url, ["bom", ...Object.keys(databaseOrder)]);
  const { text, headers } = await csvAnswer(
    {
      noun: "databases",
      columns: databaseColumns,
      rows: listed(ctx, { ...query, ...filter, figures: figureReader }),
      lineOf: ({ row }) => databaseLine(row),
    },
    { address: c.req.url, apiOrigin: ctx.settings.apiOrigin, now: ctx.clock.now(), bom, limit, cursor },
  );
  return c.text(text, 200, headers);
});

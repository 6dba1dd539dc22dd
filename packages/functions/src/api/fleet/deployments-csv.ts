import type { MemberContext } from "@shardwatch/core/access/context";
import { deploymentColumns, deploymentLine } from "@shardwatch/core/contract/csv/deployments";
import type { DeploymentListItem } from "@shardwatch/core/contract/deployment/deployment";
import { cursorAfter, list, type ListQuery } from "@shardwatch/core/deployment/read/list";
import { figureReader } from "@shardwatch/core/history/newest/figures";
import { readFilter } from "../deployment-filter.ts";
import { router } from "../route.ts";
import type { PagedRows } from "../csv/collect-lines.ts";
import { csvAnswer } from "../csv/csv-answer.ts";
import { deploymentsCsvRoute } from "./declarations.ts";

function listed(
  ctx: MemberContext,
  query: Omit<ListQuery, "limit" | "cursor">,
): PagedRows<DeploymentListItem> {
  return {
    async read(limit, cursor) {
      const { items, nextCursor } = await list(ctx, { ...query, limit, cursor });
      return { rows: items.map((text) => JSON.parse(text) as DeploymentListItem), nextCursor };
    },
    cursorAfter,
  };
}

export const deploymentsCsv = router().openapi(deploymentsCsvRoute, async (c) => {
  const { ctx } = c.var;
  const { bom, limit, cursor, ...query } = c.req.valid("query");
  const now = ctx.clock.now();
  const { text, headers } = await csvAnswer(
    {
      noun: "deployments",
      columns: deploymentColumns,
      rows: listed(ctx, { ...query, ...readFilter(c.req.url, ["bom"]), figures: figureReader }),
      lineOf: (item) => deploymentLine(item, now),
    },
    { address: c.req.url, apiOrigin: ctx.settings.apiOrigin, now, bom, limit, cursor },
  );
  return c.text(text, 200, headers);
});

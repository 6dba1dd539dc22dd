import type { MemberContext } from "@shardwatch/core/access/context";
import { deploymentColumns, deploymentLine } from "@shardwatch/core/contract/csv/deployments";
import { byteOrderMark, csvFileName, csvHeader, csvType } from "@shardwatch/core/contract/csv/table";
import type { DeploymentListItem } from "@shardwatch/core/contract/deployment";
import { cursorAfter, list, type ListQuery } from "@shardwatch/core/deployment/read/list";
import { readFilter } from "../deployment-filter.ts";
import { router } from "../route.ts";
import { collectLines, type PagedRows } from "./collect-lines.ts";
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

/** The Link header of an answer: the same request for the rows after this cursor. */
function linkToNext(address: string, cursor: string): string {
  const { pathname, searchParams } = new URL(address);
  searchParams.set("cursor", cursor);
  return `<${pathname}?${searchParams.toString()}>; rel="next"`;
}

export const deploymentsCsv = router().openapi(deploymentsCsvRoute, async (c) => {
  const { ctx } = c.var;
  const { bom, limit, cursor, ...query } = c.req.valid("query");
  const now = ctx.clock.now();
  const rows = listed(ctx, { ...query, ...readFilter(c.req.url, ["bom"]) });
  const { text, nextCursor } = await collectLines(rows, (item) => deploymentLine(item, now), {
    limit,
    cursor,
  });
  const isFirst = cursor === undefined;
  const head = isFirst ? `${bom ? byteOrderMark : ""}${csvHeader(deploymentColumns)}` : "";
  return c.text(`${head}${text}`, 200, {
    "content-type": csvType(isFirst),
    "content-disposition": `attachment; filename="${csvFileName("deployments", now)}"`,
    ...(nextCursor !== undefined && { link: linkToNext(c.req.url, nextCursor) }),
  });
});

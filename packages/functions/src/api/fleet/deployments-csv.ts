import type { ReaderContext } from "@shardwatch/core/access/context";
import { deploymentColumns, deploymentLine } from "@shardwatch/core/contract/csv/deployments";
import type { DeploymentListItem } from "@shardwatch/core/contract/deployment/deployment";
import type { TroubleOf } from "@shardwatch/core/contract/filter/facts";
import { cursorAfter, list, type ListQuery } from "@shardwatch/core/deployment/read/list";
import { everyJoin } from "@shardwatch/core/outlook/joins";
import * as z from "zod";
import { files } from "../../http/token-allowance.ts";
import { allow } from "../allow.ts";
import type { PagedRows } from "../csv/collect-lines.ts";
import { aboutCsv, csvAnswer, csvBom, csvFile, mostRows } from "../csv/csv-answer.ts";
import { deploymentFilter, readFilter } from "../deployment-filter.ts";
import { organizationFilter, pagingUpTo } from "../paging.ts";
import { answers, route, router } from "../route.ts";

const deploymentsCsvRoute = route({
  ...allow.member("read", files),
  method: "get",
  path: "/deployments.csv",
  summary: "Deployments as CSV, in the order of the list",
  description: aboutCsv,
  request: {
    query: z.object({
      organizationId: organizationFilter,
      ...pagingUpTo(mostRows, mostRows),
      bom: csvBom,
      ...deploymentFilter,
    }),
  },
  responses: { ...csvFile, ...answers.ofOrganization },
});

interface Listed {
  item: DeploymentListItem;
  troubleOf: TroubleOf | undefined;
}

function listed(ctx: ReaderContext, query: Omit<ListQuery, "limit" | "cursor">): PagedRows<Listed> {
  return {
    async read(limit, cursor) {
      const { items, nextCursor, troubleOf } = await list(ctx, {
        ...query,
        limit,
        cursor,
        withTroubles: true,
      });
      const rows = items.map((text) => ({ item: JSON.parse(text) as DeploymentListItem, troubleOf }));
      return { rows, nextCursor };
    },
    cursorAfter: ({ item }) => cursorAfter(item),
  };
}

export const deploymentsCsv = router().openapi(deploymentsCsvRoute, async (c) => {
  const { ctx } = c.var;
  const { bom, limit, cursor, ...query } = c.req.valid("query");
  const now = ctx.clock.now();
  const rows = listed(ctx, { ...query, ...readFilter(c.req.url, ["bom"]), joins: everyJoin });
  const file = { noun: "deployments", columns: deploymentColumns, rows };
  const lineOf = ({ item, troubleOf }: Listed) => deploymentLine(item, now, troubleOf);
  return await csvAnswer(c, { ...file, lineOf }, { bom, limit, cursor });
});

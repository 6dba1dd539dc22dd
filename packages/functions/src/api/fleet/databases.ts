import { databases as find } from "@shardwatch/core/deployment/fleet/databases";
import { readFilter } from "../deployment-filter.ts";
import { readerOf } from "../newest-figures.ts";
import { router } from "../route.ts";
import { databasesRoute, databaseView } from "./declarations.ts";

export const databases = router().openapi(databasesRoute, async (c) => {
  const { figures, ...query } = c.req.valid("query");
  const asked = readFilter(c.req.url, Object.keys(databaseView));
  const reader = readerOf(figures, asked.filter, query.sort);
  return c.json(await find(c.var.ctx, { ...query, ...asked, figures: reader }), 200);
});

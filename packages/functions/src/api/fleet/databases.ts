import { databases as find } from "@shardwatch/core/deployment/fleet/databases";
import { readFilter } from "../deployment-filter.ts";
import { readerOf } from "../newest-figures.ts";
import { router } from "../route.ts";
import { databasesRoute, databaseView } from "./declarations.ts";

export const databases = router().openapi(databasesRoute, async (c) => {
  const { figures, ...query } = c.req.valid("query");
  const filter = readFilter(c.req.url, Object.keys(databaseView));
  return c.json(await find(c.var.ctx, { ...query, ...filter, figures: readerOf(figures) }), 200);
});

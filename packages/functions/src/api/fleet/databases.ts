import { databases as find } from "@shardwatch/core/deployment/fleet/databases";
import { readFilter } from "../deployment-filter.ts";
import { router } from "../route.ts";
import { databasesRoute, databaseView } from "./declarations.ts";

export const databases = router().openapi(databasesRoute, async (c) => {
  const query = { ...c.req.valid("query"), ...readFilter(c.req.url, Object.keys(databaseView)) };
  return c.json(await find(c.var.ctx, query), 200);
});

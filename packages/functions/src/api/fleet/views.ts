import { change, create, list, remove } from "@shardwatch/core/view/view";
import { router } from "../route.ts";
import { changeViewRoute, createViewRoute, deleteViewRoute, listViewsRoute } from "./view-declarations.ts";

export const views = router()
  .openapi(listViewsRoute, async (c) => c.json({ views: await list(c.var.ctx) }, 200))
  .openapi(createViewRoute, async (c) => c.json(await create(c.var.ctx, c.req.valid("json")), 201))
  .openapi(changeViewRoute, async (c) => {
    return c.json(await change(c.var.ctx, c.req.valid("param").id, c.req.valid("json")), 200);
  })
  .openapi(deleteViewRoute, async (c) => {
    await remove(c.var.ctx, c.req.valid("param").id);
    return c.body(null, 204);
  });

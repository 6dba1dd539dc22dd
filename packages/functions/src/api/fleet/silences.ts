import { preview } from "@shardwatch/core/incident/silences/silence-preview";
import { create, end, list } from "@shardwatch/core/incident/silences/silences";
import { router } from "../route.ts";
import {
  createSilenceRoute,
  endSilenceRoute,
  previewSilenceRoute,
  silencesRoute,
} from "./silence-declarations.ts";

export const silences = router()
  .openapi(silencesRoute, async (c) => c.json({ silences: await list(c.var.ctx, c.req.valid("query")) }, 200))
  .openapi(createSilenceRoute, async (c) => {
    const request = { ...c.req.valid("json"), ...c.req.valid("query") };
    return c.json(await create(c.var.ctx, request), 201);
  })
  .openapi(endSilenceRoute, async (c) => {
    await end(c.var.ctx, c.req.valid("param").id, c.req.valid("query"));
    return c.body(null, 204);
  })
  .openapi(previewSilenceRoute, async (c) => {
    const request = { ...c.req.valid("json"), ...c.req.valid("query") };
    return c.json(await preview(c.var.ctx, request), 200);
  });

import * as z from "zod";
import { allow } from "../allow.ts";
import { json, route, router } from "../route.ts";

const healthRoute = route({
  ...allow.public,
  method: "get",
  path: "/health",
  summary: "Whether the API answers, and its version",
  responses: {
    200: json(z.object({ status: z.literal("ok"), version: z.string() }), "It answers"),
  },
});

export const health = router().openapi(healthRoute, (c) =>
  c.json({ status: "ok" as const, version: c.var.ctx.settings.version }, 200),
);

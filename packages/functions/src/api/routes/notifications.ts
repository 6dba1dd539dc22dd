import { notificationList } from "@shardwatch/core/contract/notification";
import { list } from "@shardwatch/core/notification/notification";
import * as z from "zod";
import { allow } from "../allow.ts";
import { answers, json, route, router } from "../route.ts";

const listRoute = route({
  ...allow.member,
  method: "get",
  path: "/notifications",
  summary: "The caller's own notifications, newest first",
  request: { query: z.object({ includeRead: z.enum(["true", "false"]).default("true") }) },
  responses: { 200: json(notificationList, "The notifications"), ...answers.invalid },
});

export const notifications = router().openapi(listRoute, async (c) =>
  c.json(await list(c.var.ctx, c.req.valid("query").includeRead === "true"), 200),
);

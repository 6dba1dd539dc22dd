import { notificationList } from "@shardwatch/core/contract/channel/notification";
import { openIncidentIds } from "@shardwatch/core/incident/open-ids";
import { receivedStatuses } from "@shardwatch/core/invitation/invitations";
import { list, markAllRead, markRead, remove } from "@shardwatch/core/notification/notification";
import * as z from "zod";
import { allow, noToken } from "../allow.ts";
import { paging } from "../paging.ts";
import { answers, idParams, json, noContent, route, router } from "../route.ts";

const listRoute = route({
  ...allow.member(noToken),
  method: "get",
  path: "/notifications",
  summary: "The caller's own notifications, newest first. Those of open incidents come when these have ended",
  request: { query: z.object({ includeRead: z.enum(["true", "false"]).default("true"), ...paging }) },
  responses: { 200: json(notificationList, "One page; nextCursor while there is more"), ...answers.invalid },
});

const readRoute = route({
  ...allow.member(noToken),
  method: "patch",
  path: "/notifications/{id}/read",
  "x-audit": null,
  summary: "Mark a notification as read",
  request: { params: idParams },
  responses: { 204: { description: "It is marked as read, now or before" }, ...answers.ofObject },
});

const readAllRoute = route({
  ...allow.member(noToken),
  method: "patch",
  path: "/notifications/read",
  "x-audit": null,
  summary: "Mark all of the caller's notifications as read, except those of open incidents",
  responses: { 204: { description: "None that is listed is unread" } },
});

const deleteRoute = route({
  ...allow.member(noToken),
  method: "delete",
  path: "/notifications/{id}",
  "x-audit": null,
  summary: "Delete a notification",
  request: { params: idParams },
  responses: { 204: { description: "Deleted" }, ...answers.ofObject },
});

export const notifications = router()
  .openapi(listRoute, async (c) => {
    const { includeRead, ...page } = c.req.valid("query");
    const query = { ...page, includeRead: includeRead === "true" };
    return c.json(
      await list(c.var.ctx, query, { statuses: receivedStatuses, openIncidents: openIncidentIds }),
      200,
    );
  })
  .openapi(readRoute, (c) => noContent(c, markRead(c.var.ctx, c.req.valid("param").id)))
  .openapi(readAllRoute, (c) => noContent(c, markAllRead(c.var.ctx, openIncidentIds)))
  .openapi(deleteRoute, (c) => noContent(c, remove(c.var.ctx, c.req.valid("param").id)));

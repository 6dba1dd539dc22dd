import { once } from "@shardwatch/core/caller/once";
import { repeatable } from "@shardwatch/core/contract/client-token";
import { savedView, viewAnswer, viewChange, viewInput } from "@shardwatch/core/contract/deployment/view";
import { change, create, get, list, remove } from "@shardwatch/core/view/view";
import { allow } from "../allow.ts";
import { ifMatch, outdated } from "../if-match.ts";
import { answers, idParams, json, jsonBody, noContent, route, router } from "../route.ts";

const listViewsRoute = route({
  ...allow.member("read"),
  method: "get",
  path: "/views",
  summary: "Saved views: those shared in your organization, and your own",
  responses: { 200: json(viewAnswer, "The shared views, then your own, oldest first") },
});

/** Client tokens are of an organization, and another member must not meet one of a view that they can't see. */
const newView = repeatable(viewInput).refine(
  ({ shared, clientToken }) => shared || clientToken === undefined,
  {
    path: ["clientToken"],
    error: "must be left out for a view that isn't shared",
  },
);

const createViewRoute = route({
  ...allow.member("rules"),
  method: "post",
  path: "/views",
  "x-audit": "view.created",
  summary: "Save a view for yourself, or share it with your organization",
  request: { body: jsonBody(newView, "Its name and what it shows") },
  responses: {
    200: json(savedView, "Saved before, by this client token"),
    201: json(savedView, "The view"),
    ...answers.invalid,
    ...answers.conflict,
    ...answers.tooOften,
  },
});

const changeViewRoute = route({
  ...allow.member("rules"),
  method: "patch",
  path: "/views/{id}",
  "x-audit": "view.changed",
  summary: "Rename a view, or change what it shows",
  request: { params: idParams, headers: ifMatch, body: jsonBody(viewChange, "What changes") },
  responses: {
    200: json(savedView, "The changed view"),
    ...answers.ofObject,
    ...answers.forbidden,
    ...answers.managed,
    ...outdated("view"),
    ...answers.tooOften,
  },
});

const deleteViewRoute = route({
  ...allow.member("rules"),
  method: "delete",
  path: "/views/{id}",
  "x-audit": "view.deleted",
  summary: "Delete a view",
  request: { params: idParams, headers: ifMatch },
  responses: {
    204: { description: "Deleted" },
    ...answers.ofObject,
    ...answers.forbidden,
    ...answers.managed,
    ...outdated("view"),
    ...answers.tooOften,
  },
});

export const views = router()
  .openapi(listViewsRoute, async (c) => c.json({ views: await list(c.var.ctx) }, 200))
  .openapi(createViewRoute, async (c) => {
    const { ctx } = c.var;
    const input = c.req.valid("json");
    const answer = await once(ctx, {
      kind: "view",
      input,
      create: (claim) => create(ctx, input, claim),
      find: (id) => get(ctx, id),
    });
    return answer.isNew ? c.json(answer.made, 201) : c.json(answer.found, 200);
  })
  .openapi(changeViewRoute, async (c) => {
    const { id } = c.req.valid("param");
    const expected = c.req.valid("header")["if-match"];
    return c.json(await change(c.var.ctx, id, c.req.valid("json"), expected), 200);
  })
  .openapi(deleteViewRoute, (c) =>
    noContent(c, remove(c.var.ctx, c.req.valid("param").id, c.req.valid("header")["if-match"])),
  );

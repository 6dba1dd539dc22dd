import { routeList, routesInput, routesPreview } from "@shardwatch/core/contract/incident/route";
import { previewRoutes } from "@shardwatch/core/incident/routes/preview";
import { getRoutes, saveRoutes } from "@shardwatch/core/incident/routes/routes";
import { allow } from "../allow.ts";
import { ifMatch, outdated } from "../if-match.ts";
import { answers, json, jsonBody, route, router } from "../route.ts";

const listRoute = route({
  ...allow.member("channels"),
  method: "get",
  path: "/routes",
  summary: "Which incidents go to which channels: filters in their order, and everything else",
  responses: { 200: json(routeList, "The routes; GET /channels has the names of the channels") },
});

const saveRoute = route({
  ...allow.manager("channels"),
  method: "put",
  path: "/routes",
  "x-audit": "routes.changed",
  summary: "Replace all routes; none, and null for everything else, sends everything to all channels",
  description:
    "Channels that know an incident get its end, whatever routes say later. A channel that is off or gone leads to everything else.",
  request: { headers: ifMatch, body: jsonBody(routesInput, "All routes, in their order") },
  responses: {
    200: json(routeList, "The routes as they are now"),
    ...answers.invalid,
    ...answers.managed,
    ...outdated("list of routes"),
    ...answers.tooOften,
  },
});

const previewRoute = route({
  ...allow.member("read"),
  method: "post",
  path: "/routes/preview",
  // It changes nothing.
  "x-audit": null,
  summary:
    "How many incidents of the last 30 days each channel would have got, by these routes and by those that are saved",
  request: { body: jsonBody(routesInput, "All routes, as they would be saved") },
  responses: { 200: json(routesPreview, "The numbers"), ...answers.invalid },
});

export const routing = router()
  .openapi(listRoute, async (c) => c.json(await getRoutes(c.var.ctx), 200))
  .openapi(saveRoute, async (c) => {
    const expected = c.req.valid("header")["if-match"];
    const { routes } = await saveRoutes(c.var.ctx, c.req.valid("json"), expected);
    return c.json(routes, 200);
  })
  .openapi(previewRoute, async (c) => c.json(await previewRoutes(c.var.ctx, c.req.valid("json")), 200));

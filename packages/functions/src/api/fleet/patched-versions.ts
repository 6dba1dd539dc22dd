import { patchedVersionList, versionInput } from "@shardwatch/core/contract/incident/patched";
import { problemBody } from "@shardwatch/core/contract/problem";
import { sayPatched, takeBackPatched } from "@shardwatch/core/incident/patched";
import * as z from "zod";
import { allow } from "../allow.ts";
import { ownOrganizationFilter } from "../paging.ts";
import { answers, json, jsonBody, route, router } from "../route.ts";

const ofOrganization = { organizationId: ownOrganizationFilter };

const changeAnswers = {
  200: json(patchedVersionList, "All patched versions of the organization"),
  ...answers.ofOrganization,
  ...answers.conflict,
  429: json(problemBody, "Too often within an hour; Retry-After says when to continue"),
};

const patchedRoute = route({
  ...allow.manager("rules"),
  method: "post",
  path: "/patched-versions",
  "x-audit": "version.patched",
  summary:
    "Say that your distribution patched a version. Its incident ends with the next look, and servers that get the version later have none",
  request: { query: z.object(ofOrganization), body: jsonBody(versionInput, "The version") },
  responses: changeAnswers,
});

const takeBackRoute = route({
  ...allow.manager("rules"),
  method: "delete",
  path: "/patched-versions",
  "x-audit": "version.unpatched",
  summary: "Undo that your distribution patched a version",
  request: { query: versionInput.extend(ofOrganization) },
  responses: changeAnswers,
});

export const patchedVersions = router()
  .openapi(patchedRoute, async (c) =>
    c.json(await sayPatched(c.var.ctx, { ...c.req.valid("json"), ...c.req.valid("query") }), 200),
  )
  .openapi(takeBackRoute, async (c) => c.json(await takeBackPatched(c.var.ctx, c.req.valid("query")), 200));

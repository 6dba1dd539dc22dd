import { assistants as body, assistantsSwitch } from "@shardwatch/core/contract/token/assistants";
import { getAssistants, switchAssistants } from "@shardwatch/core/programs/assistants-switch";
import { allow, noToken } from "../allow.ts";
import { ifMatch, outdated } from "../if-match.ts";
import { answers, json, jsonBody, route, router } from "../route.ts";

const getRoute = route({
  ...allow.member(noToken),
  method: "get",
  path: "/assistants",
  summary: "Whether assistants may read your organization, and which tools they have used",
  responses: { 200: json(body, "The switch, and the last use of each tool by a token"), ...answers.notFound },
});

const switchRoute = route({
  ...allow.manager(noToken),
  method: "put",
  path: "/assistants",
  "x-audit": "organization.assistantsSwitched",
  summary: "Let assistants read your organization, or no longer",
  request: { headers: ifMatch, body: jsonBody(assistantsSwitch, "Whether they may") },
  responses: {
    200: json(body, "The switch as it is now"),
    ...answers.ofObject,
    ...answers.conflict,
    ...outdated("switch"),
  },
});

export const assistants = router()
  .openapi(getRoute, async (c) => c.json(await getAssistants(c.var.ctx), 200))
  .openapi(switchRoute, async (c) =>
    c.json(await switchAssistants(c.var.ctx, c.req.valid("json"), c.req.valid("header")["if-match"]), 200),
  );

import {
  deviceCode,
  deviceDecision,
  deviceLogin,
  deviceLoginInput,
  grantedSession,
  personalSessionList,
  startedDeviceLogin,
  userCode,
} from "@shardwatch/core/contract/people/device-login";
import { begin, collect, decide, inspect } from "@shardwatch/core/personal-session/login";
import { end, list } from "@shardwatch/core/personal-session/personal-session";
import { addressOf } from "../../http/address.ts";
import { allow, noToken } from "../allow.ts";
import { answers, idParams, json, jsonBody, noContent, route, router } from "../route.ts";

/*
 * Sign-in of a command line (RFC 8628), and the sessions that come of it. Codes are in bodies only, because addresses are
 * logged.
 */

const beginRoute = route({
  ...allow.public,
  method: "post",
  path: "/device-logins",
  "x-audit": null,
  summary: "Begin the sign-in of a command line",
  request: { body: jsonBody(deviceLoginInput, "Which program asks, and for what") },
  responses: {
    201: json(startedDeviceLogin, "The codes, and where a person allows it"),
    ...answers.invalid,
    ...answers.tooMany,
  },
});

const collectRoute = route({
  ...allow.public,
  method: "post",
  path: "/device-logins/token",
  "x-audit": null,
  summary: "The session, once a person has allowed it",
  description:
    "Until then 409 AUTHORIZATION_PENDING. 429 SLOW_DOWN: wait longer from now on. 409 EXPIRED_TOKEN: begin again. 403 ACCESS_DENIED",
  request: { body: jsonBody(deviceCode, "The device code") },
  responses: {
    200: json(grantedSession, "The session. This answer alone has its secret"),
    ...answers.invalid,
    ...answers.forbidden,
    ...answers.conflict,
    ...answers.tooMany,
  },
});

const lookRoute = route({
  ...allow.member(noToken),
  method: "post",
  path: "/device-logins/look",
  // It changes nothing.
  "x-audit": null,
  summary: "Which command line waits with a code",
  request: { body: jsonBody(userCode, "The code that the terminal shows") },
  responses: { 200: json(deviceLogin, "What asks"), ...answers.ofObject, ...answers.tooMany },
});

const decideRoute = route({
  ...allow.member(noToken),
  method: "post",
  path: "/device-logins/decision",
  "x-audit": "account.commandLineAllowed",
  summary: "Allow a command line to act for you, or refuse it",
  request: { body: jsonBody(deviceDecision, "The decision, with the ticked scopes") },
  responses: {
    204: { description: "The command line learns it when it asks next" },
    ...answers.ofObject,
    ...answers.conflict,
    ...answers.tooMany,
  },
});

const listRoute = route({
  ...allow.member(noToken),
  method: "get",
  path: "/command-line-sessions",
  summary: "Your sessions at command lines",
  responses: { 200: json(personalSessionList, "Those that work, the newest first") },
});

const endRoute = route({
  ...allow.member(noToken),
  method: "delete",
  path: "/command-line-sessions/{id}",
  "x-audit": "account.commandLineEnded",
  summary: "End one of your sessions at command lines",
  request: { params: idParams },
  responses: { 204: { description: "Its next call is refused" }, ...answers.ofObject },
});

export const deviceLogins = router()
  .openapi(beginRoute, async (c) => c.json(await begin(c.var.ctx, c.req.valid("json"), addressOf(c)), 201))
  .openapi(collectRoute, async (c) => c.json(await collect(c.var.ctx, c.req.valid("json").deviceCode), 200))
  .openapi(lookRoute, async (c) => c.json(await inspect(c.var.ctx, c.req.valid("json").code), 200))
  .openapi(decideRoute, (c) => noContent(c, decide(c.var.ctx, c.req.valid("json"))))
  .openapi(listRoute, async (c) => c.json({ sessions: await list(c.var.ctx) }, 200))
  .openapi(endRoute, (c) => noContent(c, end(c.var.ctx, c.req.valid("param").id)));

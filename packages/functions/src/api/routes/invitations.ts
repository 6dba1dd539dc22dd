import {
  invitationInput,
  invitationList,
  invitationQuestion,
  openedInvitation,
  sentInvitation,
} from "@shardwatch/core/contract/people/invitation";
import { moves } from "@shardwatch/core/contract/people/moves";
import { problemBody } from "@shardwatch/core/contract/problem";
import { accept } from "@shardwatch/core/invitation/accept";
import { cancel, reject } from "@shardwatch/core/invitation/received";
import { movesOf } from "@shardwatch/core/invitation/moves";
import { received, sent } from "@shardwatch/core/invitation/invitations";
import { invite } from "@shardwatch/core/invitation/invite";
import { lookAtInvitation } from "@shardwatch/core/invitation/link-of-invitation";
import { resend } from "@shardwatch/core/invitation/resend";
import { Secret } from "@shardwatch/core/kit/secret";
import { allow, noToken } from "../allow.ts";
import { answers, idParams, json, jsonBody, noContent, route, router } from "../route.ts";

const refusals = { ...answers.ofObject, ...answers.conflict };

const inviteRoute = route({
  ...allow.manager(noToken),
  method: "post",
  path: "/invitations",
  "x-audit": "invitation.created",
  "x-audit-name": "inviteeEmail",
  summary: "Invite somebody into your organization",
  description:
    "It can be accepted for 30 days. Where people sign in with Redis Cloud, they need an account, unless INVITE_ANYONE is set. " +
    "Elsewhere the answer is the same for every email.",
  request: { body: jsonBody(invitationInput, "Whom to invite") },
  responses: {
    201: json(sentInvitation, "The invitation; the invitee is notified"),
    ...refusals,
    429: json(
      problemBody,
      "Too many invitations within a day, or too many to unknown emails within an hour; Retry-After says when to continue",
    ),
  },
});

const lookRoute = route({
  ...allow.public,
  method: "post",
  path: "/invitations/look",
  // It changes nothing.
  "x-audit": null,
  summary: "What the link of an invitation leads to",
  description: "It uses nothing up.",
  request: { body: jsonBody(invitationQuestion, "The link") },
  responses: {
    200: json(openedInvitation, "The invitation"),
    ...answers.invalid,
    ...answers.conflict,
  },
});

const receivedRoute = route({
  ...allow.member(noToken),
  method: "get",
  path: "/me/invitations",
  summary: "Pending invitations addressed to the caller",
  responses: { 200: json(invitationList, "The invitations, oldest first") },
});

const sentRoute = route({
  ...allow.manager(noToken),
  method: "get",
  path: "/organizations/me/invitations",
  summary: "Invitations of your organization that wait for an answer, with those that have expired",
  responses: { 200: json(invitationList, "The invitations, oldest first") },
});

const movesRoute = route({
  ...allow.member(noToken),
  method: "get",
  path: "/invitations/{id}/moves",
  summary: "What accepting an invitation takes along and leaves behind",
  description: "Before accepting, what would happen; afterwards, what did.",
  request: { params: idParams },
  responses: { 200: json(moves, "What moves, and what stays and why"), ...refusals },
});

const acceptRoute = route({
  ...allow.member(noToken),
  method: "post",
  path: "/invitations/{id}/accept",
  "x-audit": "invitation.accepted",
  summary: "Accept an invitation addressed to the caller",
  description:
    "The caller joins the organization at once, with the role of the invitation. The agent keys, integrations and deployments that they created " +
    "and may delete move there. With many of them it takes several calls: repeat until 204, or the rest moves within some minutes.",
  request: { params: idParams },
  responses: {
    202: { description: "The caller is a member; more is left to move: call again" },
    204: { description: "Accepted, and everything has moved" },
    ...refusals,
  },
});

const rejectRoute = route({
  ...allow.member(noToken),
  method: "post",
  path: "/invitations/{id}/reject",
  "x-audit": "invitation.rejected",
  summary: "Decline an invitation addressed to the caller",
  request: { params: idParams },
  responses: { 204: { description: "Declined" }, ...refusals },
});

const resendRoute = route({
  ...allow.manager(noToken),
  method: "post",
  path: "/invitations/{id}/resend",
  "x-audit": "invitation.resent",
  summary: "Send an invitation of your organization again",
  description: "It gets a new end, and the invitee is notified. Works for one that has expired, too.",
  request: { params: idParams },
  responses: {
    200: json(sentInvitation, "The invitation with its new end"),
    ...refusals,
    429: json(problemBody, "Sent again too often within a day; Retry-After says when to continue"),
  },
});

const cancelRoute = route({
  ...allow.manager(noToken),
  method: "post",
  path: "/invitations/{id}/cancel",
  "x-audit": "invitation.cancelled",
  summary: "Cancel an invitation of your organization",
  request: { params: idParams },
  responses: { 204: { description: "Cancelled" }, ...refusals },
});

export const invitations = router()
  .openapi(inviteRoute, async (c) => c.json(await invite(c.var.ctx, c.req.valid("json")), 201))
  .openapi(lookRoute, async (c) => {
    const token = new Secret(c.req.valid("json").token);
    return c.json(await lookAtInvitation(c.var.ctx, token), 200);
  })
  .openapi(receivedRoute, async (c) => c.json({ invitations: await received(c.var.ctx) }, 200))
  .openapi(sentRoute, async (c) => c.json({ invitations: await sent(c.var.ctx) }, 200))
  .openapi(movesRoute, async (c) => c.json(await movesOf(c.var.ctx, c.req.valid("param").id), 200))
  .openapi(acceptRoute, async (c) => {
    const done = await accept(c.var.ctx, c.req.valid("param").id);
    return c.body(null, done ? 204 : 202);
  })
  .openapi(rejectRoute, (c) => noContent(c, reject(c.var.ctx, c.req.valid("param").id)))
  .openapi(resendRoute, async (c) => c.json(await resend(c.var.ctx, c.req.valid("param").id), 200))
  .openapi(cancelRoute, (c) => noContent(c, cancel(c.var.ctx, c.req.valid("param").id)));

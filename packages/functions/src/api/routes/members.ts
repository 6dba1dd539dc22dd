import { listMembers, memberRoles } from "@shardwatch/core/account/members";
import { member, memberInput, memberList, memberRoleList } from "@shardwatch/core/contract/people/member";
import { changeMemberRole, removeMember } from "@shardwatch/core/offboarding/member";
import * as z from "zod";
import { allow, noToken } from "../allow.ts";
import { paging } from "../paging.ts";
import { answers, idParams, json, jsonBody, route, router } from "../route.ts";

const refusals = { ...answers.ofObject, ...answers.conflict };

const listRoute = route({
  ...allow.manager(noToken),
  method: "get",
  path: "/me/organization/members",
  summary: "The members of your organization with their roles and last sign-in",
  request: { query: z.object(paging) },
  responses: {
    200: json(memberList, "One page, oldest account first; nextCursor while there is more"),
    ...answers.ofObject,
  },
});

const rolesRoute = route({
  ...allow.member(noToken),
  method: "get",
  path: "/me/organization/roles",
  summary: "The roles of the members of your organization",
  responses: { 200: json(memberRoleList, "Every member, by id"), ...answers.notFound },
});

const changeRoute = route({
  ...allow.manager(noToken),
  method: "patch",
  path: "/me/organization/members/{id}",
  "x-audit": "account.roleChanged",
  summary: "Change the role of a member of your organization",
  description: "The last admin keeps the role.",
  request: { params: idParams, body: jsonBody(memberInput, "The role") },
  responses: { 200: json(member, "The member as they are now"), ...refusals },
});

const revokeKeys = z
  .enum(["true", "false"], { error: "must be true or false" })
  .default("false")
  .describe("Whether the agent keys that the member created are revoked");

const removeRoute = route({
  ...allow.manager(noToken),
  method: "delete",
  path: "/me/organization/members/{id}",
  "x-audit": "account.removed",
  summary: "Remove a member from your organization",
  description:
    "The account stays, and what the member created stays with the organization. Their keys take over no deployments of others any more. The last admin cannot be removed, nor can the caller.",
  request: { params: idParams, query: z.object({ revokeKeys }) },
  responses: { 204: { description: "Removed" }, ...refusals },
});

export const members = router()
  .openapi(listRoute, async (c) => c.json(await listMembers(c.var.ctx, c.req.valid("query")), 200))
  .openapi(rolesRoute, async (c) => c.json({ members: await memberRoles(c.var.ctx) }, 200))
  .openapi(changeRoute, async (c) =>
    c.json(await changeMemberRole(c.var.ctx, c.req.valid("param").id, c.req.valid("json")), 200),
  )
  .openapi(removeRoute, async (c) => {
    const query = c.req.valid("query");
    await removeMember(c.var.ctx, c.req.valid("param").id, { revokeKeys: query.revokeKeys === "true" });
    return c.body(null, 204);
  });

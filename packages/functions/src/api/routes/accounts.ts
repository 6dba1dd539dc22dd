import { get } from "@shardwatch/core/account/administer";
import { list } from "@shardwatch/core/account/list";
import { account, accountInput, accountList } from "@shardwatch/core/contract/people/account";
import { remove } from "@shardwatch/core/offboarding/account";
import { reassign } from "@shardwatch/core/offboarding/reassign";
import * as z from "zod";
import { allow } from "../allow.ts";
import { organizationFilter, paging } from "../paging.ts";
import { answers, idParams, json, jsonBody, noContent, route, router } from "../route.ts";

const listRoute = route({
  ...allow.superAdmin,
  method: "get",
  path: "/accounts",
  summary: "All accounts, or those of one organization",
  request: { query: z.object({ organizationId: organizationFilter, ...paging }) },
  responses: { 200: json(accountList, "One page; nextCursor while there is more"), ...answers.invalid },
});

const detailRoute = route({
  ...allow.superAdmin,
  method: "get",
  path: "/accounts/{id}",
  summary: "One account",
  request: { params: idParams },
  responses: { 200: json(account, "The account"), ...answers.ofObject },
});

const changeRoute = route({
  ...allow.superAdmin,
  method: "put",
  path: "/accounts/{id}",
  "x-audit": "account.changed",
  summary: "Set organization and roles of an account",
  description: "What it created stays with the organization that it leaves; its agent keys stay valid there.",
  request: { params: idParams, body: jsonBody(accountInput, "Organization and roles") },
  responses: { 200: json(account, "The account as it is now"), ...answers.ofObject, ...answers.conflict },
});

const deleteRoute = route({
  ...allow.superAdmin,
  method: "delete",
  path: "/accounts/{id}",
  "x-audit": "account.deleted",
  summary: "Delete an account",
  description:
    "Its sessions are refused from the next request on, and the agent keys that it created in its organization are revoked.",
  request: { params: idParams },
  responses: { 204: { description: "Deleted" }, ...answers.ofObject, ...answers.conflict },
});

export const accounts = router()
  .openapi(listRoute, async (c) => c.json(await list(c.var.ctx, c.req.valid("query")), 200))
  .openapi(detailRoute, async (c) => c.json(await get(c.var.ctx, c.req.valid("param").id), 200))
  .openapi(changeRoute, async (c) =>
    c.json(await reassign(c.var.ctx, c.req.valid("param").id, c.req.valid("json")), 200),
  )
  .openapi(deleteRoute, (c) => noContent(c, remove(c.var.ctx, c.req.valid("param").id)));

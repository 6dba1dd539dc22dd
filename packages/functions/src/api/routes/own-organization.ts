import { createOrganization } from "@shardwatch/core/account/create-organization";
import {
  organization,
  organizationInput,
  ownOrganizationInput,
} from "@shardwatch/core/contract/people/organization";
import { problemBody } from "@shardwatch/core/contract/problem";
import { changeOwn, getOwn } from "@shardwatch/core/organization/own-organization";
import { allow, noToken } from "../allow.ts";
import { answers, json, jsonBody, route, router } from "../route.ts";

const getRoute = route({
  ...allow.member(noToken),
  method: "get",
  path: "/me/organization",
  summary: "Your organization with its members",
  responses: { 200: json(organization, "The organization"), ...answers.notFound },
});

const foundRoute = route({
  ...allow.member(noToken),
  method: "post",
  path: "/me/organization",
  "x-audit": "organization.created",
  summary: "Create an organization, for people without one",
  description: "The caller becomes its admin.",
  request: { body: jsonBody(organizationInput, "Name and description") },
  responses: {
    201: json(organization, "The organization"),
    ...answers.invalid,
    ...answers.conflict,
    429: json(problemBody, "Too many organizations within a day; Retry-After says when to continue"),
  },
});

// The verb checks the role, so that a caller without an organization gets that error first.
const amendRoute = route({
  ...allow.member(noToken),
  method: "patch",
  path: "/me/organization",
  "x-audit": "organization.changed",
  summary: "Change name, description and settings of your organization",
  description: "Omitted fields stay unchanged; an empty description is removed.",
  request: { body: jsonBody(ownOrganizationInput, "Name, description and setting") },
  responses: {
    200: json(organization, "The organization as it is now"),
    ...answers.ofObject,
    ...answers.forbidden,
    ...answers.managed,
  },
});

export const ownOrganization = router()
  .openapi(getRoute, async (c) => c.json(await getOwn(c.var.ctx), 200))
  .openapi(foundRoute, async (c) => c.json(await createOrganization(c.var.ctx, c.req.valid("json")), 201))
  .openapi(amendRoute, async (c) => c.json(await changeOwn(c.var.ctx, c.req.valid("json")), 200));

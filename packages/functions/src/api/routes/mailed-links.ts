import { mailedLinkInput } from "@shardwatch/core/contract/people/sign-in-link";
import { problemBody } from "@shardwatch/core/contract/problem";
import { requestLink } from "@shardwatch/core/own-sign-in/request-link";
import { originOf } from "../../http/address.ts";
import { allow } from "../allow.ts";
import { answers, json, jsonBody, route, router } from "../route.ts";

const request = route({
  ...allow.public,
  method: "post",
  path: "/sign-in/links",
  // Making the link is an event of the account, if there is one.
  "x-audit": null,
  summary: "Mail a sign-in link to somebody with an account; 404 where none are mailed",
  description: "The answer is the same for every email.",
  request: { body: jsonBody(mailedLinkInput, "Who wants it") },
  responses: {
    202: { description: "If there is an account with this email, a link is on its way" },
    ...answers.invalid,
    ...answers.notFound,
    429: json(problemBody, "Too many from this network; Retry-After says when"),
  },
});

/** Sign-in links by mail. The function that answers queues the mail, and has no right to sign anybody in. */
export const mailedLinks = router().openapi(request, async (c) => {
  await requestLink(c.var.ctx, originOf(c).address, c.req.valid("json").email);
  return c.body(null, 202);
});

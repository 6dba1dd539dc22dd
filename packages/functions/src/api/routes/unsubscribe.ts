import { isUnsubscribeAddress, unsubscribe } from "@shardwatch/core/channel/subscription";
import { Problem } from "@shardwatch/core/kit/problem";
import * as z from "zod";
import { allow } from "../allow.ts";
import { answers, route, router } from "../route.ts";
import { pageHeaders } from "../page.ts";
import { askPage, endedPage } from "../unsubscribe-page.ts";

/*
 * The address in each mail about incidents. Its token stands for the sign-in, as RFC 8058 wants it.
 */

const params = z.object({ account: z.string(), token: z.string() });
const page = {
  200: {
    description: "A page for a person",
    headers: z.object({ "content-security-policy": z.string() }),
    content: { "text/html": { schema: z.string() } },
  },
} as const;

const askRoute = route({
  ...allow.public,
  method: "get",
  path: "/mail/{account}/{token}",
  summary: "A page that asks whether you want no more mail about incidents",
  request: { params },
  responses: { ...page, ...answers.notFound },
});

const endRoute = route({
  ...allow.public,
  method: "post",
  path: "/mail/{account}/{token}",
  "x-audit": null,
  summary: "End your mail about incidents with one click, also of a mail program (RFC 8058)",
  request: { params },
  responses: { ...page, ...answers.notFound },
});

const notFound = () => new Problem("notFound", "This link isn't valid any more.");

export const unsubscribing = router()
  .openapi(askRoute, async (c) => {
    const { account, token } = c.req.valid("param");
    if (!(await isUnsubscribeAddress(c.var.ctx, account, token))) throw notFound();
    return c.text(await askPage(), 200, pageHeaders);
  })
  .openapi(endRoute, async (c) => {
    const { account, token } = c.req.valid("param");
    if (!(await unsubscribe(c.var.ctx, account, token))) throw notFound();
    return c.text(await endedPage(c.var.ctx.settings.webOrigin), 200, pageHeaders);
  });

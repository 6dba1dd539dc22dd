import { isUnsubscribeAddress, unsubscribe } from "@shardwatch/core/channel/subscription";
import { Problem } from "@shardwatch/core/kit/problem";
import { html } from "hono/html";
import * as z from "zod";
import { allow } from "../allow.ts";
import { page, pageHeaders } from "../page.ts";
import { answers, route, router } from "../route.ts";

/*
 * The address in each mail about incidents. Its token stands for the sign-in, as RFC 8058 wants it.
 */

const params = z.object({ account: z.string(), token: z.string() });
const pageAnswer = {
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
  responses: { ...pageAnswer, ...answers.notFound },
});

const endRoute = route({
  ...allow.public,
  method: "post",
  path: "/mail/{account}/{token}",
  "x-audit": null,
  summary: "End your mail about incidents with one click, also of a mail program (RFC 8058)",
  request: { params },
  responses: { ...pageAnswer, ...answers.notFound },
});

/** Asks first: programs that check the links of a mail open this page, too. */
const askPage = () =>
  page(
    "End mail about incidents",
    html`<p>You will get no more mail about incidents. The list of incidents stays as it is.</p>
      <form method="post"><button>End mail</button></form>`,
  );

/** @param webOrigin where the setting is */
const endedPage = (webOrigin: string) =>
  page(
    "Mail has ended",
    html`<p>You get no more mail about incidents.</p>
      <p><a href="${webOrigin}/profile/notifications">Your settings</a> switch it on again.</p>`,
  );

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

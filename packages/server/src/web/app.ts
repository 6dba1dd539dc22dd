import { type Context, Hono } from "hono";
import type { WebConfig } from "@shardwatch/core/contract/config";
import { passkeyPlaceOf } from "@shardwatch/core/contract/people/passkey-place";
import { pageHeaders } from "@shardwatch/core/contract/page-headers";
import { invitesAnyone, type ProductSettings } from "../settings/product.ts";
import { type Encoding, readWebFiles, type WebFile } from "./files.ts";
import { atOwnName } from "./own-name.ts";

const immutable = "public, max-age=31536000, immutable";

/** `/config.json` of a server, and of the local run. */
export const webConfigOf = (settings: ProductSettings): WebConfig => ({
  environment: settings.environment,
  apiUrl: settings.apiUrl,
  providerApiUrl: settings.providerApiUrl,
  providerSiteUrl: settings.providerSiteUrl,
  marketingSiteUrl: settings.marketingSiteUrl,
  feedbackFormUrl: settings.feedbackFormUrl,
  ...(settings.openId && { openId: { name: settings.openId.name } }),
  ...(settings.ownSignIn && { ownSignIn: { passkeys: passkeyPlaceOf(settings.webUrl) } }),
  inviteAnyone: invitesAnyone(settings),
  mailsLinks: settings.mailsLinks,
  features: { elasticache: settings.elastiCache, demoData: settings.seed },
  awsAccountId: settings.awsAccountId,
  quickCreate: settings.quickCreate,
  providerCsrf: settings.providerCsrf,
  supportEmail: settings.supportEmail,
  links: settings.links,
});

/**
 * The built web application: its files, `/config.json` for this environment, and the start page for every
 * address that the application itself knows.
 * @param webUrl where people open it
 * @param more headers of every answer, beside those that follow from the configuration
 */
export function createWebServer(
  folder: string,
  config: WebConfig,
  webUrl: string,
  more: Readonly<Record<string, string>> = {},
) {
  const files = readWebFiles(folder);
  const index = files.get("/index.html");
  const headers = Object.entries({ ...pageHeaders(config), ...more });
  const app = new Hono();

  app.use(async (context, next) => {
    await next();
    for (const [name, value] of headers) context.res.headers.set(name, value);
  });

  app.get("/config.json", (context) => {
    context.header("cache-control", "no-store");
    return context.json(config);
  });

  app.get("*", async (context) => {
    const { pathname, search } = new URL(context.req.url);
    const file = files.get(pathname);
    if (file && file !== index)
      return await send(context, file, pathname.startsWith("/assets/") ? immutable : "no-cache");
    // A missing script must not be answered with a page: a browser would try to run it.
    if (!index || pathname.startsWith("/assets/")) return context.text("Not found", 404);
    const elsewhere = atOwnName(webUrl, context.req.header("host"), pathname + search);
    if (elsewhere !== undefined) return context.redirect(elsewhere, 307);
    return await send(context, index, "no-cache");
  });
  return app;
}

async function send(context: Context, file: WebFile, cacheControl: string): Promise<Response> {
  context.header("content-type", file.type);
  context.header("cache-control", cacheControl);
  context.header("vary", "accept-encoding");
  const encoding = bestEncoding(context.req.header("accept-encoding") ?? "");
  const encoded = encoding && file.encoded(encoding);
  if (!encoded) return context.body(file.content);
  context.header("content-encoding", encoding);
  return context.body(await encoded);
}

function bestEncoding(accepted: string): Encoding | undefined {
  return (["br", "gzip"] as const).find((encoding) =>
    new RegExp(`\\b${encoding}\\b(?!;q=0\\b)`).test(accepted),
  );
}

import { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { providerApi } from "./api.ts";
import { control } from "./control.ts";
import { feedbackForm } from "./feedback.ts";
import { inbox } from "./inbox.ts";
import { createLocalAws } from "../aws/local.ts";
import { createRedisCloudSimulator } from "../redis-cloud/app.ts";
import { anyPage } from "./layout.ts";
import { marketingSite } from "./marketing.ts";
import { changesOnlyFromHere } from "./origin.ts";
import { signInRoutes } from "./sign-in-routes.ts";
import { signUpRoutes } from "./sign-up-routes.ts";
import { createState, type ProviderOptions } from "./state.ts";

/**
 * The sign-in provider on one machine: its API under /api/v1, its marketing site under /marketing, and its
 * pages for signing in and up. There are also an inbox and a feedback form, and /control makes it fail. Redis
 * Cloud's API, which takes the keys created here, is under /redis-cloud, and AWS under /aws.
 */
export function createProviderSimulator(options: ProviderOptions) {
  const state = createState(options);
  const app = new Hono();
  // Before the limit: a question for the memory of many caches is longer.
  app.route("/aws", createLocalAws(options.folder));
  app.use(bodyLimit({ maxSize: 64 * 1_024 }));
  app.route("/api/v1", providerApi(state));
  app.route("/redis-cloud", createRedisCloudSimulator({ accountOf: keysOf(state) }));
  app.route("/marketing", marketingSite(state));
  app.route("/", pages(state));
  return app;
}

/** A pair of keys that everybody can use, beside those that were made at the provider. */
const demoAccount = { id: 4_711, name: "Acme Redis Cloud" };

const keysOf =
  ({ accounts }: ReturnType<typeof createState>) =>
  (apiKey: string, apiSecret: string) =>
    apiKey === "demo-api-key" && apiSecret === "demo-api-secret"
      ? demoAccount
      : accounts.opened(apiKey, apiSecret);

function pages(state: ReturnType<typeof createState>) {
  const app = new Hono();
  app.use(changesOnlyFromHere);
  app.use(async (context, next) => {
    // Nobody may lay these pages under their own and have a person press a button unawares.
    context.header("content-security-policy", "frame-ancestors 'none'");
    await next();
  });
  app.route("/control", control(state));
  app.route("/login", signInRoutes(state));
  app.route("/", signUpRoutes(state));
  app.route("/", inbox(state));
  app.route("/feedback", feedbackForm(state.webOrigin));
  app.get("*", (context) => context.html(anyPage(new URL(context.req.url).pathname)));
  return app;
}

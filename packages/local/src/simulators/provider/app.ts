import { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { providerApi } from "./api.ts";
import { control } from "./control.ts";
import { feedbackForm } from "./feedback.ts";
import { inbox } from "./inbox.ts";
import { anyPage } from "./layout.ts";
import { receiversApp, receiversPath } from "../receivers/app.ts";
import { marketingSite } from "./marketing.ts";
import { changesOnlyFromHere } from "./origin.ts";
import { signInRoutes } from "./sign-in-routes.ts";
import { signUpRoutes } from "./sign-up-routes.ts";
import { createState, type ProviderOptions } from "./state.ts";
import { thirdPartySimulators } from "../../third-parties.ts";

const longestBody = 64 * 1_024;

/**
 * The sign-in provider on one machine: its API under /api/v1, its marketing site under /marketing, and its
 * pages for signing in and up. There are also an inbox, receivers of webhooks and a feedback
 * form, and /control makes it fail. The simulators of the other third parties are beside it; Redis Cloud's takes the keys created here.
 *
 * No document of the provider says what its CSRF cookie is called, and where the countries are. The same holds for the
 * code `user-not-activated`, the field `company`, and the places of `loginMethod` and `redirectTo` in addresses.
 */
export function createProviderSimulator(options: ProviderOptions) {
  const state = createState(options);
  const simulators = thirdPartySimulators({
    folder: options.folder,
    accountOf: keysOf(state),
    mailbox: state.mailbox,
  });
  const app = new Hono();
  // Before the provider's limit, as each has its own.
  for (const { path, app: simulator, longestBody: maxSize = longestBody } of Object.values(simulators))
    app.use(`${path}/*`, bodyLimit({ maxSize })).route(path, simulator);
  app.use(bodyLimit({ maxSize: longestBody }));
  app.route("/api/v1", providerApi(state));
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
  app.route(receiversPath, receiversApp(state.now));
  app.route("/login", signInRoutes(state));
  app.route("/", signUpRoutes(state));
  app.route("/", inbox(state));
  app.route("/feedback", feedbackForm(state.webOrigin));
  app.get("*", (context) => context.html(anyPage(new URL(context.req.url).pathname)));
  return app;
}

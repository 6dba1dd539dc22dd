import { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { providerApi } from "./api.ts";
import { control } from "./control.ts";
import { feedbackForm } from "./feedback.ts";
import { inbox } from "./inbox.ts";
import { anyPage } from "./layout.ts";
import { marketingSite } from "./marketing.ts";
import { changesOnlyFromHere } from "./origin.ts";
import { signInRoutes } from "./sign-in-routes.ts";
import { signUpRoutes } from "./sign-up-routes.ts";
import { createState, type ProviderOptions } from "./state.ts";

/**
 * The sign-in provider on one machine: its API under /api/v1, its marketing site under /marketing, the pages at
 * which people sign in and up, an inbox, a feedback form, and under /control what makes it misbehave.
 */
export function createProviderSimulator(options: ProviderOptions) {
  const state = createState(options);
  const app = new Hono();
  app.use(bodyLimit({ maxSize: 64 * 1_024 }));
  app.route("/api/v1", providerApi(state));
  app.route("/marketing", marketingSite(state));
  app.route("/", pages(state));
  return app;
}

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

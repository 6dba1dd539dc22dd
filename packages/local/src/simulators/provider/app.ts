import { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { providerApi } from "./api.ts";
import { control } from "./control.ts";
import { inbox } from "./inbox.ts";
import { anyPage, message, page } from "./layout.ts";
import { chatsApp, chatsPath } from "../chats/app.ts";
import { createChats } from "../chats/chats.ts";
import { receiversApp, receiversPath } from "../receivers/app.ts";
import { marketingSite } from "./marketing.ts";
import { changesOnlyFromHere } from "./origin.ts";
import { signInRoutes } from "./sign-in-routes.ts";
import { signUpRoutes } from "./sign-up-routes.ts";
import { createState, type ProviderOptions } from "./state.ts";
import { thirdPartySimulators } from "../../third-parties.ts";
import { html } from "hono/html";

/** The stand-in for the feedback form that the web application shows in a frame, prefilled from the address. */
function feedbackForm(webOrigin: string) {
  const app = new Hono();
  app.use(async (context, next) => {
    await next();
    context.header("content-security-policy", `frame-ancestors ${webOrigin}`);
  });

  app.get("/", (context) => {
    const asked = (name: string) => context.req.query(name) ?? "";
    return context.html(
      page(
        "Feedback (simulated)",
        html`<form action="/feedback/sent">
          <label>Email <input type="email" name="email" value="${asked("email")}" /></label>
          <label>First name <input name="firstName" value="${asked("firstName")}" /></label>
          <label>Last name <input name="lastName" value="${asked("lastName")}" /></label>
          <label>What should be better? <textarea name="text" rows="4"></textarea></label>
          <button>Send</button>
        </form>`,
      ),
    );
  });
  // By GET: a form in a sandbox has no origin, and the simulator takes no changes from nowhere.
  app.get("/sent", (context) =>
    context.html(message("Thank you", "Nothing was sent: this form is simulated.")),
  );
  return app;
}

const longestBody = 64 * 1_024;

/**
 * The sign-in provider on one machine: its API under /api/v1, its marketing site under /marketing, and its
 * pages for signing in and up. There are also an inbox, receivers of webhooks, chats and a feedback
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
  app.route(chatsPath, chatsApp(createChats(state.now)));
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

import { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { HTTPException } from "hono/http-exception";
import { changesOnlyFromHere } from "../provider/origin.ts";
import type { Chats } from "./chats.ts";
import { googleChatApi } from "./googlechat.ts";
import { chatsPage } from "./page/page.ts";
import { pagerDutyApi } from "./pagerduty.ts";
import { shownAsJson } from "./places.ts";
import type { ChatEnv } from "./serve.ts";
import { faultsOf, type Service } from "./settings.ts";
import { slackApi } from "./slack.ts";
import { teamsApi } from "./teams.ts";

/** Where the simulated chats and on-call services are on one machine. */
export const chatsPath = "/chats";

/** Where each service is, instead of at its own address. */
export const standInsAt = (chats: string) => ({
  slack: `${chats}/slack/api`,
  pagerduty: `${chats}/pagerduty/v2`,
  pagerdutyEu: `${chats}/pagerduty-eu/v2`,
  googleChat: `${chats}/googlechat/v1`,
});

/** Each service limits its requests itself, below this. */
const longestBody = 1_048_576;

const isService = (name: string): name is Service => Object.hasOwn(faultsOf, name);

/**
 * Simulated Slack, PagerDuty, Teams and Google Chat, to be mounted at `chatsPath`. The page draws what they were sent,
 * and makes them misbehave; `/state` has the same as JSON, and `DELETE /state` clears all.
 *
 * The fault "dies" closes the connection. Without a server of Node's, the call throws ConnectionClosed instead.
 */
export function chatsApp(chats: Chats) {
  const { now } = chats;
  const app = new Hono<ChatEnv>();
  // An answer 500 would hide from a test that the connection closed.
  app.onError((error) => {
    if (error instanceof HTTPException) return error.getResponse();
    throw error;
  });
  app.use(bodyLimit({ maxSize: longestBody }));
  app.use(changesOnlyFromHere);
  app.use(async (c, next) => {
    c.header("content-security-policy", "frame-ancestors 'none'");
    await next();
  });

  app.get("/", (c) => c.html(chatsPage(chats, new URL(c.req.url).origin + chatsPath)));
  app.post("/clear", (c) => {
    chats.clear();
    return c.redirect(chatsPath, 303);
  });
  app.post("/settings/:service/:place", async (c) => {
    const changed = set(c.req.param(), await c.req.parseBody());
    return changed ? c.redirect(chatsPath, 303) : c.text("These settings do not exist.", 400);
  });

  app.get("/state", (c) => c.json(chats.state()));
  app.delete("/state", (c) => {
    chats.clear();
    return c.json(chats.state());
  });
  app.post("/state/:service/:place", async (c) => {
    const changed = set(c.req.param(), await c.req.json().catch(() => undefined));
    return changed ? c.json(shownAsJson<object>(changed)) : c.json({ error: "unknown settings" }, 400);
  });

  app.route("/slack", slackApi(chats.slack, now));
  app.route("/pagerduty", pagerDutyApi(chats.pagerduty, now));
  app.route("/pagerduty-eu", pagerDutyApi(chats["pagerduty-eu"], now));
  app.route("/teams", teamsApi(chats.teams, now));
  app.route("/googlechat", googleChatApi(chats.googlechat, now));

  const set = ({ service, place }: { service: string; place: string }, input: unknown) =>
    isService(service) ? chats[service].set(place, input) : undefined;

  return app;
}

import { Hono } from "hono";
import { providerApi } from "./api.ts";
import { controlPage, providerPage } from "./pages.ts";
import { type Faults, faultSettings } from "./faults.ts";
import { createSessions } from "./sessions.ts";

export interface ProviderOptions {
  /** The only origin that browsers may call from. */
  webOrigin: string;
  /** Where sessions are kept over a restart; in memory without it. */
  file?: string;
  now?: () => number;
}

/**
 * The sign-in provider on one machine: its API under /api/v1, a page for everything else, and under
 * /control what makes it misbehave: a page for people, `POST /control/state` with JSON for tests.
 */
export function createProviderSimulator({ webOrigin, file, now = Date.now }: ProviderOptions) {
  const sessions = createSessions(now, file);
  const faults: Faults = { mode: "normal", delayMs: 5_000 };
  const app = new Hono();

  function apply(input: unknown): boolean {
    const wanted = faultSettings.safeParse(input);
    if (!wanted.success) return false;
    faults.mode = wanted.data.mode ?? faults.mode;
    faults.delayMs = wanted.data.delayMs ?? faults.delayMs;
    return true;
  }

  app.route("/api/v1", providerApi({ sessions, faults, webOrigin }));

  app.get("/control", (context) => context.html(controlPage(faults)));
  app.post("/control", async (context) => {
    if (!apply(await context.req.parseBody())) return context.text("These settings do not exist.", 400);
    return context.redirect("/control", 303);
  });
  app.post("/control/state", async (context) => {
    if (!apply(await context.req.json())) return context.json({ error: "unknown settings" }, 400);
    return context.json(faults);
  });
  app.post("/control/end-sessions", (context) => {
    sessions.endAll();
    return context.redirect("/control", 303);
  });

  app.get("*", (context) => context.html(providerPage(new URL(context.req.url).pathname)));
  return app;
}

import { Hono } from "hono";
import { controlPage } from "./control-page.ts";
import { faultSettings, noFaults } from "./faults.ts";
import type { ProviderState } from "./state.ts";

/** What makes the provider misbehave: a page for people, `/control/state` with JSON for tests. */
export function control({ faults, sessions }: ProviderState) {
  const app = new Hono();

  function apply(input: unknown): boolean {
    const wanted = faultSettings.safeParse(input);
    if (wanted.success) Object.assign(faults, wanted.data);
    return wanted.success;
  }

  app.get("/", (context) => context.html(controlPage(faults)));
  app.post("/", async (context) => {
    if (!apply(await context.req.parseBody())) return context.text("These settings do not exist.", 400);
    return context.redirect("/control", 303);
  });
  app.get("/state", (context) => context.json(faults));
  app.post("/state", async (context) => {
    const input: unknown = await context.req.json().catch(() => undefined);
    if (!apply(input)) return context.json({ error: "unknown settings" }, 400);
    return context.json(faults);
  });
  app.post("/reset", (context) => {
    Object.assign(faults, noFaults);
    return context.redirect("/control", 303);
  });
  app.post("/end-sessions", (context) => {
    sessions.endAll();
    return context.redirect("/control", 303);
  });
  return app;
}

import { Hono } from "hono";
import type { Html } from "./provider/layout.ts";
import { changesOnlyFromHere } from "./provider/origin.ts";

interface Controlled<State extends object> {
  state: State;
  /** Plain forms, no script. */
  page: () => Html;
  /** Changes the state; false when the settings mean nothing here. */
  apply: (input: unknown) => boolean;
  /** The settings in the fields of the page's form; its fields themselves unless given. */
  settingsOf?: (form: Record<string, unknown>) => object;
  /** The state in which everything works. */
  usual: () => State;
}

/** What makes a third party misbehave: a page for people, `/state` with JSON for tests, and `/reset`. */
export function controlApp<State extends object>(controlled: Controlled<State>) {
  const { state, page, apply, settingsOf = (form) => form, usual } = controlled;
  const app = new Hono();
  app.use(changesOnlyFromHere);
  app.get("/", (context) => context.html(page()));
  app.post("/", async (context) => {
    if (!apply(settingsOf(await context.req.parseBody())))
      return context.text("These settings do not exist.", 400);
    return context.redirect("control", 303);
  });
  app.get("/state", (context) => context.json(state));
  app.post("/state", async (context) => {
    const input: unknown = await context.req.json().catch(() => undefined);
    if (!apply(input)) return context.json({ error: "unknown settings" }, 400);
    return context.json(state);
  });
  app.post("/reset", (context) => {
    Object.assign(state, usual());
    return context.redirect("../control", 303);
  });
  return app;
}

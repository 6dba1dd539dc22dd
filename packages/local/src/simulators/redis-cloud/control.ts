import { Hono } from "hono";
import { html } from "hono/html";
import { page } from "../provider/layout.ts";
import { changesOnlyFromHere } from "../provider/origin.ts";
import { type Call, calls, cloudSettings, type CloudState, faults, noTurns, usualState } from "./state.ts";

/** What makes the API misbehave: a page for people, `/control/state` with JSON for tests. */
export function control(state: CloudState) {
  const app = new Hono();
  app.use(changesOnlyFromHere);

  function apply(input: unknown): boolean {
    const read = cloudSettings.safeParse(input);
    if (!read.success) return false;
    const { every, faults: some, ...rest } = read.data;
    Object.assign(state, rest, { turns: noTurns() });
    if (every) for (const call of calls) state.faults[call] = every;
    Object.assign(state.faults, some);
    return true;
  }

  app.get("/", (context) => context.html(controlPage(state)));
  app.post("/", async (context) => {
    const form = await context.req.parseBody();
    const chosen = calls.map((call) => [call, form[faultField(call)]]);
    const { flexible, databases, fixed, perMinute, movedTo, movedStatus } = form;
    const numbers = { flexible, databases, fixed, perMinute, movedStatus };
    const input = { ...numbers, movedTo, faults: Object.fromEntries(chosen) as object };
    if (!apply(input)) return context.text("These settings do not exist.", 400);
    return context.redirect("control", 303);
  });
  app.get("/state", (context) => context.json(state));
  app.post("/state", async (context) => {
    const input: unknown = await context.req.json().catch(() => undefined);
    if (!apply(input)) return context.json({ error: "unknown settings" }, 400);
    return context.json(state);
  });
  app.post("/reset", (context) => {
    Object.assign(state, usualState());
    return context.redirect("../control", 303);
  });
  return app;
}

const labels: Record<Call, string> = {
  account: "The account",
  flexible: "Pro subscriptions",
  fixed: "Essentials subscriptions",
  databases: "Databases of a subscription",
};

/** Some calls have the names of numbers of the same form. */
const faultField = (call: Call) => `fault-${call}`;

/** The control page: plain forms, no script. */
function controlPage(state: CloudState) {
  const number = (name: "flexible" | "databases" | "fixed" | "perMinute" | "movedStatus", label: string) =>
    html`<label>${label} <input type="number" name="${name}" min="0" value="${state[name]}" /></label>`;
  const selects = calls.map((call) => {
    const options = Object.entries(faults).map(
      ([value, what]) =>
        html`<option value="${value}" ${value === state.faults[call] ? "selected" : ""}>${what}</option>`,
    );
    return html`<label
      >${labels[call]}
      <select name="${faultField(call)}">
        ${options}
      </select></label
    >`;
  });
  return page(
    "Control of the Redis Cloud API",
    html`<p>The key of an account comes from its owner's wizard; everybody can use these two as well:</p>
      <p><code>demo-api-key</code> with <code>demo-api-secret</code></p>
      <form method="post" action="control">
        ${number("flexible", "Pro subscriptions")} ${number("databases", "Databases of each")}
        ${number("fixed", "Essentials subscriptions")} ${number("perMinute", "Calls a minute")} ${selects}
        <label>Redirects lead to <input name="movedTo" value="${state.movedTo}" /></label>
        ${number("movedStatus", "Status of redirects")}
        <p><button>Apply</button></p>
      </form>
      <form method="post" action="control/reset"><button>Everything works again</button></form>`,
  );
}

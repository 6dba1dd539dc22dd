import { Hono } from "hono";
import { faultSettings, noFaults, faultChoices, type Faults, withoutCode } from "./faults.ts";
import type { ProviderState } from "./state.ts";
import { html } from "hono/html";
import { type Html, page } from "./layout.ts";

const keyCodes = [
  "secret_key_name_illegal",
  "secret_key_already_exists",
  "insufficient-permission",
  "forbidden_request",
  "quota-exceeded",
  withoutCode,
];

function radios(faults: Faults): Html[] {
  return Object.entries(faultChoices.mode).map(
    ([mode, what]) =>
      html`<label
        ><input type="radio" name="mode" value="${mode}" ${mode === faults.mode ? "checked" : ""} />
        ${what}</label
      >`,
  );
}

function select(faults: Faults, name: Exclude<keyof typeof faultChoices, "mode">, label: string): Html {
  const options = Object.entries(faultChoices[name]).map(
    ([value, what]) =>
      html`<option value="${value}" ${value === faults[name] ? "selected" : ""}>${what}</option>`,
  );
  return html`<label
    >${label}
    <select name="${name}">
      ${options}
    </select></label
  >`;
}

/** The control page: plain forms, no script. */
function controlPage(faults: Faults): Html {
  const codes = keyCodes.map((code) => html`<option value="${code}"></option>`);
  return page(
    "Control of the provider simulator",
    html`<form method="post" action="/control">
        <fieldset>
          <legend>The provider</legend>
          ${radios(faults)}
          <label>Late by <input type="number" name="delayMs" min="0" value="${faults.delayMs}" /> ms</label>
          <label>Redirects lead to <input name="movedTo" value="${faults.movedTo}" /></label>
          <label>with status <input type="number" name="movedStatus" value="${faults.movedStatus}" /></label>
          <label
            >Refuses the sign-in of this email only (empty: of everybody)
            <input name="email" value="${faults.email}"
          /></label>
          ${select(faults, "emails", "Emails")}
        </fieldset>
        <fieldset>
          <legend>Cloud accounts and keys</legend>
          ${select(faults, "accounts", "Accounts of each person")}
          <label
            >Creating a key fails with the code (empty: works)
            <input name="keyError" list="codes" value="${faults.keyError}" />
            <datalist id="codes">${codes}</datalist>
          </label>
          ${select(faults, "keyErrorShape", "Shape of that error")}
          ${select(faults, "keyAnswer", "Shape of the answer with a key")}
        </fieldset>
        <fieldset>
          <legend>Sign-up</legend>
          ${select(faults, "countries", "Countries")} ${select(faults, "signUp", "Signing up")}
        </fieldset>
        <p><button>Apply</button></p>
      </form>
      <form method="post" action="/control/reset"><button>Everything works again</button></form>
      <form method="post" action="/control/end-sessions"><button>End all sessions</button></form>`,
  );
}

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

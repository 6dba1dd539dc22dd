import { faultSettings, noFaults, faultChoices, type Faults, withoutCode } from "./faults.ts";
import type { ProviderState } from "./state.ts";
import { html } from "hono/html";
import { controlApp } from "../control.ts";
import { type Html, page, select } from "./layout.ts";

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

/** The control page: plain forms, no script. */
function controlPage(faults: Faults): Html {
  const choice = (name: Exclude<keyof typeof faultChoices, "mode">, label: string) =>
    select(label, name, faultChoices[name], faults[name]);
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
          ${choice("emails", "Emails")}
        </fieldset>
        <fieldset>
          <legend>Cloud accounts and keys</legend>
          ${choice("accounts", "Accounts of each person")}
          <label
            >Creating a key fails with the code (empty: works)
            <input name="keyError" list="codes" value="${faults.keyError}" />
            <datalist id="codes">${codes}</datalist>
          </label>
          ${choice("keyErrorShape", "Shape of that error")}
          ${choice("keyAnswer", "Shape of the answer with a key")}
        </fieldset>
        <fieldset>
          <legend>Sign-up</legend>
          ${choice("countries", "Countries")} ${choice("signUp", "Signing up")}
        </fieldset>
        <p><button>Apply</button></p>
      </form>
      <form method="post" action="/control/reset"><button>Everything works again</button></form>
      <form method="post" action="/control/end-sessions"><button>End all sessions</button></form>`,
  );
}

/** What makes the provider misbehave. */
export function control({ faults, sessions }: ProviderState) {
  const app = controlApp({
    state: faults,
    page: () => controlPage(faults),
    apply: (input) => {
      const wanted = faultSettings.safeParse(input);
      if (wanted.success) Object.assign(faults, wanted.data);
      return wanted.success;
    },
    usual: () => noFaults,
  });
  app.post("/end-sessions", (context) => {
    sessions.endAll();
    return context.redirect("/control", 303);
  });
  return app;
}

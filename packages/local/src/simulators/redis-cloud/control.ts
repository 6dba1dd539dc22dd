import { html } from "hono/html";
import { controlApp } from "../control.ts";
import { page, select } from "../provider/layout.ts";
import { type Call, calls, cloudSettings, type CloudState, faults, noTurns, usualState } from "./state.ts";

/** What makes the API misbehave. */
export const control = (state: CloudState) =>
  controlApp({
    state,
    page: () => controlPage(state),
    settingsOf: ({ flexible, databases, fixed, perMinute, movedTo, movedStatus, ...form }) => {
      const chosen = calls.map((call) => [call, form[faultField(call)]]);
      const some = Object.fromEntries(chosen) as object;
      return { flexible, databases, fixed, perMinute, movedTo, movedStatus, faults: some };
    },
    apply: (input) => {
      const read = cloudSettings.safeParse(input);
      if (!read.success) return false;
      const { every, faults: some, ...rest } = read.data;
      Object.assign(state, rest, { turns: noTurns() });
      if (every) for (const call of calls) state.faults[call] = every;
      Object.assign(state.faults, some);
      return true;
    },
    usual: usualState,
  });

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
  const selects = calls.map((call) => select(labels[call], faultField(call), faults, state.faults[call]));
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

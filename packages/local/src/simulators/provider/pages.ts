import { html } from "hono/html";
import type { Faults } from "./faults.ts";
import { faultModes } from "./faults.ts";

const style = `body{font:16px/1.5 system-ui,sans-serif;max-width:44rem;margin:3rem auto;padding:0 1rem;color:#1f2933}
form{margin:1.5rem 0}label{display:block;margin:.25rem 0}input[type=number]{width:7rem}
button{font:inherit;padding:.35rem .9rem}code{background:#eef1f4;padding:.1rem .3rem}`;

function page(title: string, body: ReturnType<typeof html>) {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>${title}</title>
        <style>
          ${style}
        </style>
      </head>
      <body>
        ${body}
      </body>
    </html>`;
}

/** What a person sees who follows a link to the provider in the local run. */
export function providerPage(path: string) {
  return page(
    "Provider simulator",
    html`<h1>Provider simulator</h1>
      <p>
        In the local run this stands for the site of the sign-in provider. You asked for
        <code>${path}</code>; nothing more happens here.
      </p>
      <p><a href="/control">Make the provider misbehave</a></p>`,
  );
}

/** The control page: plain forms, no script. */
export function controlPage(faults: Faults) {
  const choices = Object.entries(faultModes).map(
    ([mode, what]) =>
      html`<label
        ><input type="radio" name="mode" value="${mode}" ${mode === faults.mode ? "checked" : ""} />
        ${what}</label
      >`,
  );
  return page(
    "Control of the provider simulator",
    html`<h1>Control of the provider simulator</h1>
      <form method="post" action="/control">
        ${choices}
        <label>Late by <input type="number" name="delayMs" min="0" value="${faults.delayMs}" /> ms</label>
        <p><button>Apply</button></p>
      </form>
      <form method="post" action="/control/end-sessions">
        <button>End all sessions</button>
      </form>`,
  );
}

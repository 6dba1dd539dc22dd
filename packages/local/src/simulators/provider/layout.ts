import { html } from "hono/html";

const style = `body{font:16px/1.5 system-ui,sans-serif;max-width:44rem;margin:3rem auto;padding:0 1rem;color:#1f2933}
form{margin:1.5rem 0}label{display:block;margin:.25rem 0}input,select{font:inherit;padding:.2rem .4rem}
input[type=number]{width:7rem}button{font:inherit;padding:.35rem .9rem;margin:.15rem 0}fieldset{margin:1rem 0}
code{background:#eef1f4;padding:.1rem .3rem}footer{margin-top:3rem;font-size:.9rem}[role=alert]{color:#9b1c1c}`;

export type Html = ReturnType<typeof html>;

/** A page of the simulator: plain HTML, no script. Everything put into the body is text unless made by `html`. */
export function page(title: string, body: Html): Html {
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
        <h1>${title}</h1>
        ${body}
        <footer>
          Provider simulator of the local run · <a href="/inbox">Inbox</a> ·
          <a href="/receivers">Receivers</a> · <a href="/chats">Chats</a> · <a href="/control">Control</a>
        </footer>
      </body>
    </html>`;
}

/** A page with one sentence and, where there is one, a way on. */
export function message(title: string, sentence: string, link?: { href: string; text: string }): Html {
  return page(
    title,
    html`<p>${sentence}</p>
      ${link ? html`<p><a href="${link.href}">${link.text}</a></p>` : ""}`,
  );
}

/** Lets a person choose: each value is beside what a person reads. */
export function select(
  label: string,
  name: string,
  choices: Readonly<Record<string, string>>,
  chosen: string,
): Html {
  const options = Object.entries(choices).map(
    ([value, what]) => html`<option value="${value}" ${value === chosen ? "selected" : ""}>${what}</option>`,
  );
  return html`<label
    >${label}
    <select name="${name}">
      ${options}
    </select></label
  >`;
}

/** Choices that a person reads as they are. */
export const words = (list: readonly string[]): Record<string, string> =>
  Object.fromEntries(list.map((word) => [word, word]));

/** What went wrong with the form below it. */
export const problem = (sentence: string | undefined): Html | string =>
  sentence ? html`<p role="alert">${sentence}</p>` : "";

/** The page for every address at which nothing else is. */
export const anyPage = (path: string): Html =>
  page(
    "Provider simulator",
    html`<p>
      In the local run this stands for the site of the sign-in provider. You asked for
      <code>${path}</code>; nothing more happens here.
    </p>`,
  );

import { html, raw } from "hono/html";

/** Headers of the pages: nothing is loaded or embedded, and the address goes to no other page. */
export const pageHeaders = {
  "content-type": "text/html; charset=UTF-8",
  "content-security-policy":
    "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
  "referrer-policy": "no-referrer",
  "cache-control": "no-store",
  "x-robots-tag": "noindex",
};

/** A page for a person, with this heading. */
export const page = async (title: string, content: ReturnType<typeof html>): Promise<string> =>
  String(
    await html`${raw("<!doctype html>")}
      <html lang="en">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width" />
          <meta name="color-scheme" content="light dark" />
          <title>${title} - Shardwatch</title>
          <style>
            body {
              font:
                16px/1.5 system-ui,
                sans-serif;
              max-width: 32rem;
              margin: 3rem auto;
              padding: 0 1rem;
            }
            a {
              color: inherit;
            }
            button {
              font: inherit;
              padding: 0.5rem 1rem;
            }
          </style>
        </head>
        <body>
          <main>
            <h1>${title}</h1>
            ${content}
          </main>
        </body>
      </html>`,
  );

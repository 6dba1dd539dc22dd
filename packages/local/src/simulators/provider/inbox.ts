import { Hono } from "hono";
import { html } from "hono/html";
import type { ReceivedMail } from "../mailbox.ts";
import { type Html, message, page } from "./layout.ts";
import type { ProviderState } from "./state.ts";

const subject = "Activate your account";

/**
 * The mails that the provider and Shardwatch would have sent, as a page with the newest first, and as JSON for tests.
 * The links in those of the provider work.
 */
export function inbox({ registry, mailbox, webOrigin }: ProviderState) {
  const app = new Hono();
  const activation = (token: string) => `/activate/${token}`;

  app.get("/inbox", (context) => {
    const mails = registry.mails().map(({ to, token, sentAt, activated }) => ({
      sentAt,
      section: html`<section>
        <h2>${subject}</h2>
        <p>To ${to}, <time datetime="${sentAt}">${sentAt}</time></p>
        <p>
          ${activated ? "Activated." : html`<a href="${activation(token)}">Activate the account of ${to}</a>`}
        </p>
      </section>`,
    }));
    const all = [...mails, ...mailbox.all().map((mail) => ({ ...mail, section: mailSection(mail) }))]
      .toSorted((one, other) => other.sentAt.localeCompare(one.sentAt))
      .map(({ section }) => section);
    return context.html(page("Inbox", all.length > 0 ? html`${all}` : html`<p>No mail yet.</p>`));
  });

  app.get("/inbox.json", (context) => {
    const { origin } = new URL(context.req.url);
    const mails = registry.mails().map(({ to, token, sentAt, activated }) => ({
      to,
      subject,
      sentAt,
      activated,
      link: `${origin}${activation(token)}`,
    }));
    return context.json({ mails, messages: mailbox.all() });
  });

  app.get("/inbox/mails/:id", (context) => {
    const mail = mailbox.find(context.req.param("id"));
    if (!mail) return context.html(message("There is no such mail", "Old mails are forgotten."), 404);
    // As a mail program shows it: no script runs, and nothing is loaded from elsewhere.
    context.header("content-security-policy", "sandbox; default-src 'none'; style-src 'unsafe-inline'");
    return context.html(mail.html);
  });

  // The service that holds the mailbox asks, not the browser.
  app.post("/inbox/mails/:id/unsubscribe", async (context) => {
    const address = unsubscribeOf(mailbox.find(context.req.param("id"))?.headers ?? {});
    if (address === undefined) return context.html(message("This mail has no such link", ""), 404);
    const body = new URLSearchParams({ "List-Unsubscribe": "One-Click" });
    const answer = await fetch(address, { method: "POST", body, redirect: "manual" }).catch(() => undefined);
    const title = answer?.ok ? "Unsubscribed" : "Unsubscribing failed";
    return context.html(message(title, `The sender answered ${answer?.status ?? "nothing"}.`));
  });

  // Looking changes nothing: a page elsewhere can have a browser follow any link, but only here is the button.
  app.get("/activate/:token", (context) => {
    const account = registry.ofLink(context.req.param("token"));
    if (!account)
      return context.html(message("This link is not valid", "A newer mail may have replaced it."), 404);
    if (!account.activated) return context.html(activationPage(account.email));
    const link = { href: `${webOrigin}/`, text: "Sign in" };
    return context.html(message("Your account is active", `${account.email} can sign in now.`, link));
  });

  app.post("/activate/:token", (context) => {
    const { token } = context.req.param();
    registry.activate(token);
    return context.redirect(activation(token), 303);
  });

  return app;
}

/** The address that a mail program asks to end a mailing, if one click is enough (RFC 8058). */
const unsubscribeOf = (headers: ReceivedMail["headers"]): string | undefined =>
  headers["List-Unsubscribe-Post"] === "List-Unsubscribe=One-Click"
    ? /<(https?:[^<>]+)>/.exec(headers["List-Unsubscribe"] ?? "")?.[1]
    : undefined;

function mailSection({ id, from, to, subject: about, text, headers, sentAt }: ReceivedMail): Html {
  return html`<section>
    <h2>${about}</h2>
    <p>To ${to}, from ${from}, <time datetime="${sentAt}">${sentAt}</time></p>
    <pre style="white-space:pre-wrap">${text}</pre>
    <p><a href="/inbox/mails/${id}">As HTML</a></p>
    ${
      unsubscribeOf(headers) === undefined
        ? ""
        : html`<form method="post" action="/inbox/mails/${id}/unsubscribe">
            <button>Unsubscribe</button>
          </form>`
    }
  </section>`;
}

const activationPage = (email: string) =>
  page(
    subject,
    html`<p>${email}</p>
      <form method="post"><button>Activate the account</button></form>`,
  );

import { Hono } from "hono";
import { html } from "hono/html";
import { message, page } from "./layout.ts";
import type { ProviderState } from "./state.ts";

const subject = "Activate your account";

/** The mails that the provider would have sent, as a page and as JSON for tests, and what their links do. */
export function inbox({ registry, webOrigin }: ProviderState) {
  const app = new Hono();
  const activation = (token: string) => `/activate/${token}`;

  app.get("/inbox", (context) => {
    const mails = registry.mails().map(
      ({ to, token, sentAt, activated }) =>
        html`<section>
          <h2>${subject}</h2>
          <p>To ${to}, <time datetime="${sentAt}">${sentAt}</time></p>
          <p>
            ${activated ? "Activated." : html`<a href="${activation(token)}">Activate the account of ${to}</a>`}
          </p>
        </section>`,
    );
    return context.html(page("Inbox", mails.length > 0 ? html`${mails}` : html`<p>No mail yet.</p>`));
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
    return context.json({ mails });
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

const activationPage = (email: string) =>
  page(
    subject,
    html`<p>${email}</p>
      <form method="post"><button>Activate the account</button></form>`,
  );

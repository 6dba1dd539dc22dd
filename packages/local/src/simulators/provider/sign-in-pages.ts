import { html } from "hono/html";
import { pathTo } from "./forms.ts";
import { type Html, page, problem } from "./layout.ts";
import { knownEmails } from "./people.ts";

/** Who vouches for an email, by the value of loginMethod. */
export const vouchers: Record<string, string> = { google: "Google", github: "GitHub", saml: "SSO" };

const hidden = (name: string, value: string): Html =>
  html`<input type="hidden" name="${name}" value="${value}" />`;

/** The stand-in for the page at which Google, GitHub or a company's SSO asks who one is. */
export function vouchingPage(loginMethod: string, redirectTo: string, wrong?: string): Html {
  const fields = html`${hidden("loginMethod", loginMethod)} ${hidden("redirectTo", redirectTo)}`;
  const people = knownEmails.map(
    (email) => html`<p><button name="email" value="${email}">${email}</button></p>`,
  );
  return page(
    `Sign in with ${vouchers[loginMethod]} (simulated)`,
    html`${problem(wrong)}
      <form method="post" action="/login/vouched">${fields} ${people}</form>
      <form method="post" action="/login/vouched">
        ${fields}
        <label>Somebody else's email <input type="email" name="email" required /></label>
        <button>Continue</button>
      </form>`,
  );
}

/** The provider's own sign-in, with a password. */
export function passwordPage(redirectTo: string, wrong?: string, email = ""): Html {
  return page(
    "Sign in at the provider (simulated)",
    html`${problem(wrong)}
      <form method="post" action="/login">
        ${hidden("redirectTo", redirectTo)}
        <label>Email <input type="email" name="email" value="${email}" required /></label>
        <label
          >Password <input type="password" name="password" autocomplete="current-password" required
        /></label>
        <button>Sign in</button>
      </form>
      <p>
        <a href="${pathTo("/forgot-password", redirectTo)}">Forgot your password?</a> ·
        <a href="${pathTo("/sign-up", redirectTo)}">Sign up</a>
      </p>`,
  );
}

/** The second step of the sign-in of somebody who needs one. */
export function codePage(redirectTo: string, wrong?: string): Html {
  return page(
    "Two-step verification (simulated)",
    html`${problem(wrong)}
      <p>Enter the code from your authenticator app. In the local run it is 123456.</p>
      <form method="post" action="/login/code">
        ${hidden("redirectTo", redirectTo)}
        <label
          >Code
          <input name="code" inputmode="numeric" pattern="[0-9]{6}" autocomplete="one-time-code" required
        /></label>
        <button>Verify</button>
      </form>`,
  );
}

/** Signing up at the provider: with a voucher the email counts as confirmed and no password is asked for. */
export function signUpPage(loginMethod: string | undefined, redirectTo: string, wrong?: string): Html {
  const voucher = loginMethod && vouchers[loginMethod];
  return page(
    voucher ? `Sign up with ${voucher} (simulated)` : "Sign up at the provider (simulated)",
    html`${problem(wrong)}
      <form method="post" action="/sign-up">
        ${hidden("redirectTo", redirectTo)} ${hidden("loginMethod", loginMethod ?? "")}
        <label>Email <input type="email" name="email" required /></label>
        <label>First name <input name="firstName" required /></label>
        <label>Last name <input name="lastName" required /></label>
        <label>Company <input name="company" /></label>
        ${voucher ? "" : html`<label>Password <input type="password" name="password" autocomplete="current-password" required /></label>`}
        <button>Sign up</button>
      </form>`,
  );
}

export function forgotPasswordPage(redirectTo: string): Html {
  return page(
    "Forgot your password? (simulated)",
    html`<form method="post" action="/forgot-password">
        ${hidden("redirectTo", redirectTo)}
        <label>Email <input type="email" name="email" required /></label>
        <button>Send</button>
      </form>
      <p><a href="${redirectTo}">Back to sign-in</a></p>`,
  );
}

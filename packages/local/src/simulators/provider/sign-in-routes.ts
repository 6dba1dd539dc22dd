import { type Context, Hono } from "hono";
import { sessionOf, setCsrfToken, setSession } from "./cookies.ts";
import { fieldOf } from "./forms.ts";
import { readReturn, type ReturnEnv } from "./origin.ts";
import { type Attempt, notActivated } from "./sign-in.ts";
import { codePage, passwordPage, vouchers, vouchingPage } from "./sign-in-pages.ts";
import type { ProviderState } from "./state.ts";

const sentences: Record<string, string> = {
  [notActivated.code]: "This account is not activated yet. Follow the link in the mail in the inbox.",
  "user-not-found": "Only addresses at example.com and example.org are known here, and those that signed up.",
  "mfa-invalid-code": "This code is wrong.",
  "mfa-quota-exceeded": "Too many wrong codes. Sign in again.",
};
const sentenceFor = (code: string) => sentences[code] ?? "Email or password is wrong.";

/** The pages under /login, which come back to the web application signed in. */
export function signInRoutes(state: ProviderState) {
  const { signIn, webOrigin } = state;
  const app = new Hono<ReturnEnv>();
  app.use(readReturn(webOrigin));

  /** Goes back signed in, or asks for the second factor, or shows the page again with what was wrong. */
  function answer(
    context: Context,
    attempt: Attempt,
    redirectTo: string,
    again: (wrong: string) => ReturnType<typeof codePage>,
  ) {
    if (attempt.outcome === "refused") return context.html(again(sentenceFor(attempt.code)), attempt.status);
    setSession(context, attempt.session);
    if (attempt.outcome === "challenged") return context.html(codePage(redirectTo));
    setCsrfToken(context, state, attempt.session);
    return context.redirect(redirectTo, 303);
  }

  app.get("/", (context) => {
    const redirectTo = context.get("redirectTo");
    const loginMethod = context.req.query("loginMethod") ?? "";
    const vouched = Object.hasOwn(vouchers, loginMethod);
    return context.html(vouched ? vouchingPage(loginMethod, redirectTo) : passwordPage(redirectTo));
  });

  app.post("/", async (context) => {
    const redirectTo = context.get("redirectTo");
    const email = await fieldOf(context, "email");
    const attempt = signIn.withPassword(email, await fieldOf(context, "password"));
    return answer(context, attempt, redirectTo, (wrong) => passwordPage(redirectTo, wrong, email));
  });

  app.post("/code", async (context) => {
    const redirectTo = context.get("redirectTo");
    const attempt = signIn.withCode(sessionOf(context) ?? "", await fieldOf(context, "code"));
    const wrongCode = attempt.outcome === "refused" && attempt.code === "mfa-invalid-code";
    return answer(context, attempt, redirectTo, (wrong) =>
      wrongCode ? codePage(redirectTo, wrong) : passwordPage(redirectTo, wrong),
    );
  });

  app.post("/vouched", async (context) => {
    const redirectTo = context.get("redirectTo");
    const method = await fieldOf(context, "loginMethod");
    const loginMethod = Object.hasOwn(vouchers, method) ? method : "google";
    const attempt = signIn.withVouching(await fieldOf(context, "email"));
    return answer(context, attempt, redirectTo, (wrong) => vouchingPage(loginMethod, redirectTo, wrong));
  });

  return app;
}

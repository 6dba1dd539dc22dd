import { Hono } from "hono";
import * as z from "zod";
import { setCsrfToken, setSession } from "./cookies.ts";
import { fieldOf } from "./forms.ts";
import { message } from "./layout.ts";
import { readReturn, type ReturnEnv } from "./origin.ts";
import { forgotPasswordPage, signUpPage, vouchers } from "./sign-in-pages.ts";
import type { ProviderState } from "./state.ts";

const newPersonForm = z.object({
  email: z.email(),
  firstName: z.string().trim().min(1),
  lastName: z.string().trim().min(1),
  company: z.string().trim().default(""),
  password: z.string().min(1).optional(),
});

const backToSignIn = (href: string) => ({ href, text: "Back to sign-in" });

/** The provider's own pages to sign up and for a forgotten password, which lead back to the web application. */
export function signUpRoutes(state: ProviderState) {
  const { registry, sessions, webOrigin } = state;
  const app = new Hono<ReturnEnv>();
  app.on(["GET", "POST"], ["/sign-up", "/forgot-password"], readReturn(webOrigin));

  app.get("/sign-up", (context) => {
    const redirectTo = context.get("redirectTo");
    return context.html(signUpPage(context.req.query("loginMethod"), redirectTo));
  });

  app.post("/sign-up", async (context) => {
    const redirectTo = context.get("redirectTo");
    const loginMethod = await fieldOf(context, "loginMethod");
    const again = (wrong: string) => context.html(signUpPage(loginMethod, redirectTo, wrong), 400);
    const form = newPersonForm.safeParse(await context.req.parseBody());
    const confirmed = Object.hasOwn(vouchers, loginMethod);
    if (!form.success || !(confirmed || form.data.password)) return again("Something is missing.");
    const password = confirmed ? null : (form.data.password ?? null);
    if (!registry.add({ ...form.data, password }, { confirmed })) return again("This email has an account.");
    if (!confirmed) {
      const sentence = "A mail with a link to activate the account is in the inbox.";
      return context.html(message("Check your mail", sentence, backToSignIn(redirectTo)));
    }
    const session = sessions.begin(registry.find(form.data.email)?.email ?? "");
    setSession(context, session);
    setCsrfToken(context, state, session);
    return context.redirect(redirectTo, 303);
  });

  app.get("/forgot-password", (context) => {
    return context.html(forgotPasswordPage(context.get("redirectTo")));
  });

  app.post("/forgot-password", async (context) => {
    const redirectTo = context.get("redirectTo");
    const sentence = "If this email has an account, a mail was sent to it. (In the local run none is.)";
    return context.html(message("Check your mail", sentence, backToSignIn(redirectTo)));
  });

  return app;
}

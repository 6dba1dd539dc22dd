import { type Context, Hono } from "hono";
import { cors } from "hono/cors";
import * as z from "zod";
import { accountsApi } from "./accounts-api.ts";
import { clearCookies, sessionOf, setCsrfToken, setSession } from "./cookies.ts";
import { refuse } from "./envelope.ts";
import { misbehave } from "./faults.ts";
import { changesOnlyFrom } from "./origin.ts";
import type { Person } from "./people.ts";
import type { ProviderState } from "./state.ts";

const loginInput = z.object({
  username: z.string(),
  password: z.string(),
  auth_mode: z.literal("direct"),
  origin: z.string().optional(),
  mfa_code: z.string().optional(),
  mfa_type: z.string().optional(),
});

/** What the provider answers about a second factor: a text that holds JSON. */
const factors = JSON.stringify({ totpFactorAvailable: true, smsFactorAvailable: false, phoneNumber: null });

/** The browser-facing API of the provider under /api/v1, in the shapes that it really sends. */
export function providerApi(state: ProviderState) {
  const { sessions, registry, signIn, accounts, faults, webOrigin } = state;
  const api = new Hono();
  const headers = ["content-type", "x-csrf-token"];
  api.use(cors({ origin: webOrigin, credentials: true, allowHeaders: headers }));
  api.use(changesOnlyFrom(() => webOrigin));
  api.use(misbehave(faults));

  /** The person whose session came along; undefined without one. */
  function visitor(context: Context): { session: string; person: Person } | undefined {
    const session = sessionOf(context);
    const person = registry.find(sessions.emailOf(session) ?? "");
    const known = session !== undefined && person && faults.mode !== "session-gone";
    return known ? { session, person } : undefined;
  }

  /** The signed-in person, or the refusal: 401 without a session, 403 without its CSRF token. */
  function signedIn(context: Context): Person | Response {
    const found = visitor(context);
    if (!found) return refuse(context, 401, "unauthorized");
    const token = context.req.header("x-csrf-token") ?? "";
    return sessions.isCsrfToken(found.session, token)
      ? found.person
      : refuse(context, 403, "forbidden_request");
  }

  api.post("/login", async (context) => {
    const input = loginInput.safeParse(await context.req.json().catch(() => undefined));
    if (!input.success) return refuse(context, 400, "invalid-request");
    const { username, password, mfa_code, mfa_type } = input.data;
    let attempt = signIn.withPassword(username, password);
    const challenge = sessionOf(context);
    // The second factor comes as the same call again, with the cookie that came with the 401.
    if (attempt.outcome === "challenged" && mfa_code !== undefined && challenge !== undefined) {
      if (mfa_type !== "Totp") return refuse(context, 400, "mfa-invalid-type");
      const email = registry.find(username)?.email;
      if (sessions.challengedEmail(challenge) === email) attempt = signIn.withCode(challenge, mfa_code);
    }
    if (attempt.outcome === "refused") return refuse(context, attempt.status, attempt.code);
    setSession(context, attempt.session);
    if (attempt.outcome === "challenged")
      return refuse(context, 401, "user-mfa-required", { params: factors });
    setCsrfToken(context, state, attempt.session);
    return context.json({ errors: [] });
  });

  api.get("/csrf", (context) => {
    const found = visitor(context);
    if (!found) return refuse(context, 401, "unauthorized");
    setCsrfToken(context, state, found.session);
    const csrf_token = sessions.csrfToken(found.session);
    return context.json({ csrfToken: { csrf_token }, csrf_enabled: true, errors: [] });
  });

  api.get("/users/me", (context) => {
    const person = signedIn(context);
    if (person instanceof Response) return person;
    return context.json({
      id: person.id,
      current_account_id: String(accounts.currentOf(person)?.id ?? person.account.id),
      user_id: person.userId,
      name: `${person.firstName} ${person.lastName}`,
      first_name: person.firstName,
      last_name: person.lastName,
      company: person.company,
      email: person.email,
      ...(faults.emails !== "not-told" && { email_verified: faults.emails === "verified" }),
      role: person.role,
      product_type: "unifiedrc",
      errors: [],
    });
  });

  api.route("/accounts", accountsApi(state, signedIn));

  api.post("/logout", (context) => {
    sessions.end(sessionOf(context));
    clearCookies(context, state);
    return context.json({ errors: [] });
  });

  return api;
}

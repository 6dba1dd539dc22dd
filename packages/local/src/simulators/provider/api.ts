import { type Context, Hono } from "hono";
import { cors } from "hono/cors";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import * as z from "zod";
import { type Faults, misbehave } from "./faults.ts";
import { demoPassword, type Person, personByEmail } from "./people.ts";
import { type Sessions, sessionCookie } from "./sessions.ts";

const loginInput = z.object({
  username: z.string(),
  password: z.string(),
  auth_mode: z.literal("direct"),
  origin: z.string().optional(),
});

/** The provider's error envelope of /login and most 4xx answers: `errors` is an object. */
function refuse(context: Context, status: 400 | 401 | 403, code: string) {
  return context.json({ errors: { status, code } }, status);
}

/** The browser-facing API of the provider under /api/v1, in the shapes that it really sends. */
export function providerApi(options: { sessions: Sessions; faults: Faults; webOrigin: string }) {
  const { sessions, faults } = options;
  const api = new Hono();
  const headers = ["content-type", "x-csrf-token"];
  api.use(cors({ origin: options.webOrigin, credentials: true, allowHeaders: headers }));
  api.use(misbehave(faults));

  /** The signed-in person, or the refusal: 401 without a session, 403 without its CSRF token. */
  function signedIn(context: Context): Person | Response {
    const session = getCookie(context, sessionCookie);
    const person = personByEmail(sessions.emailOf(session) ?? "");
    if (session === undefined || !person) return refuse(context, 401, "unauthorized");
    const token = context.req.header("x-csrf-token") ?? "";
    return sessions.isCsrfToken(session, token) ? person : refuse(context, 403, "forbidden_request");
  }

  api.post("/login", async (context) => {
    const input = loginInput.safeParse(await context.req.json().catch(() => undefined));
    if (!input.success) return refuse(context, 400, "invalid-request");
    const person = personByEmail(input.data.username);
    if (!person || input.data.password !== demoPassword || faults.mode === "wrong-password")
      return refuse(context, 401, "invalid-credentials");
    const session = sessions.begin(person.email);
    setCookie(context, sessionCookie, session, { httpOnly: true, path: "/", sameSite: "Lax" });
    setCookie(context, "csrf_token", sessions.csrfToken(session), { path: "/", sameSite: "Lax" });
    return context.json({ errors: [] });
  });

  api.get("/csrf", (context) => {
    const session = getCookie(context, sessionCookie);
    if (session === undefined || sessions.emailOf(session) === undefined)
      return refuse(context, 401, "unauthorized");
    const csrf_token = sessions.csrfToken(session);
    return context.json({ csrfToken: { csrf_token }, csrf_enabled: true, errors: [] });
  });

  api.get("/users/me", (context) => {
    const person = signedIn(context);
    if (person instanceof Response) return person;
    return context.json({
      id: person.id,
      current_account_id: String(person.account.id),
      user_id: person.userId,
      name: `${person.firstName} ${person.lastName}`,
      first_name: person.firstName,
      last_name: person.lastName,
      email: person.email,
      role: "owner",
      product_type: "unifiedrc",
      errors: [],
    });
  });

  api.get("/accounts", (context) => {
    const person = signedIn(context);
    if (person instanceof Response) return person;
    const { id, name } = person.account;
    return context.json({ accounts: [{ id, name, api_access_key: null, has_paid: true }], errors: [] });
  });

  api.post("/logout", (context) => {
    sessions.end(getCookie(context, sessionCookie));
    deleteCookie(context, sessionCookie, { path: "/" });
    deleteCookie(context, "csrf_token", { path: "/" });
    return context.json({ errors: [] });
  });

  return api;
}

import { type Context, Hono } from "hono";
import { cors } from "hono/cors";
import * as z from "zod";
import { countries } from "./countries.ts";
import { refuse } from "./envelope.ts";
import { maintenance, misbehave } from "./faults.ts";
import { changesOnlyFrom } from "./origin.ts";
import type { ProviderState } from "./state.ts";
import { randomBytes } from "node:crypto";

const filled = z.string().trim().min(1);

/** What the marketing site takes for a sign-up. Strict: a field that is misspelt must not pass for one left out. */
const signUpPayload = z
  .strictObject({
    first_name: filled,
    last_name: filled,
    email: z.email(),
    company: filled,
    country: filled,
    password: z.string().min(1),
    utm_source: z.string(),
    utm_medium: z.string(),
    utm_campaign: z.string(),
    utm_term: z.string(),
    utm_content: z.string(),
    country_code: z.string().length(2),
    state_code: z.string(),
    state: z.string(),
    agreement: z.literal(true),
    promotional_emails: z.literal(false),
    marketo_params: z.array(z.strictObject({ name: filled, value: z.string() })),
    time_stamp: z.iso.datetime(),
    nonce: z.string(),
    product_type: z.literal("unifiedrc"),
  })
  .refine(
    ({ country, country_code }) =>
      countries.some(({ name, code }) => name === country && code === country_code),
    { path: ["country"], error: "must be one of the list, with its own code" },
  );

const lifetimeMs = 10 * 60_000;

/** Nonces that can be used once, for ten minutes. */
function createNonces(now: () => number) {
  const endings = new Map<string, number>();

  function issue(): string {
    for (const [nonce, end] of endings) if (end <= now()) endings.delete(nonce);
    const nonce = randomBytes(16).toString("base64url");
    endings.set(nonce, now() + lifetimeMs);
    return nonce;
  }

  /** Whether it was good; it is not any more. */
  function use(nonce: string): boolean {
    const end = endings.get(nonce) ?? 0;
    endings.delete(nonce);
    return end > now();
  }

  return { issue, use };
}

/** Where the list of countries is on the marketing site. No source documents the real path: this is a guess. */
export const countriesPath = "/api/countries";

/** The marketing site's part in a sign-up: countries, a nonce for each attempt, and the sign-up itself. */
export function marketingSite({ registry, faults, webOrigin, now }: ProviderState) {
  const nonces = createNonces(now);
  const site = new Hono();
  site.use(cors({ origin: webOrigin, credentials: true, allowHeaders: ["content-type"] }));
  site.use(changesOnlyFrom(() => webOrigin));
  site.use(misbehave(faults));

  site.get(countriesPath, (context) => {
    if (faults.countries === "failing") return refuse(context, 500, "internal-error");
    if (faults.countries === "signed-out") return refuse(context, 401, "unauthorized");
    if (faults.countries === "damaged") return maintenance(context);
    return context.json({ countries: faults.countries === "empty" ? [] : countries });
  });

  site.get("/api/proxy/nonce", (context) => {
    if (faults.signUp === "nonce-failing") return refuse(context, 500, "internal-error");
    context.header("cache-control", "no-store");
    return context.json({ nonce: nonces.issue() });
  });

  site.post("/api/proxy/signup", async (context) => {
    const input = signUpPayload.safeParse(await context.req.json().catch(() => undefined));
    if (!input.success) return refuse(context, 400, "invalid-request", { message: reasons(input.error) });
    const { first_name, last_name, email, company, password, nonce } = input.data;
    if (!nonces.use(nonce)) return refuse(context, 400, "invalid-nonce");
    if (faults.signUp === "refused") return refuse(context, 400, "signup-refused");
    if (faults.signUp === "failing") return refuse(context, 500, "internal-error");
    const person = { email, firstName: first_name, lastName: last_name, company, password };
    return registry.add(person) ? accepted(context) : refuse(context, 409, "user-already-exists");
  });

  site.get("*", (context) => context.text("Not found", 404));
  return site;
}

const accepted = (context: Context) => context.json({ errors: [] });

/** One clause for each field that is wrong, starting with its name. */
function reasons({ issues }: { issues: { path: PropertyKey[]; message: string }[] }): string {
  return issues.map(({ path, message }) => `${path.map(String).join(".")}: ${message}`).join("; ");
}

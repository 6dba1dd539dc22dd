import { type Context, Hono } from "hono";
import * as z from "zod";
import { refuse, refuseKey } from "./envelope.ts";
import type { Person } from "./people.ts";
import type { ProviderState } from "./state.ts";

const keyInput = z.object({
  cloudApiKey: z.object({
    name: z.string(),
    user_account: z.number().int(),
    ip_whitelist: z.array(z.string()),
    secret_key: z.null().optional(),
  }),
});

/** 10-50 letters, digits, hyphens and underscores (Redis Cloud's documentation of API keys). */
const keyName = /^[A-Za-z0-9_-]{10,50}$/;

/** What nobody can make an account of. */
const noAccounts = [null, "account", { name: "Without id" }, { id: "one", name: 7 }, []];

/** What is under /accounts: the list, which one is current, and keys of the cloud API. */
export function accountsApi(
  { accounts, faults }: ProviderState,
  signedIn: (context: Context) => Person | Response,
) {
  const api = new Hono();

  api.get("/", (context) => {
    const person = signedIn(context);
    if (person instanceof Response) return person;
    if (faults.accounts === "failing") return refuse(context, 500, "internal-error");
    if (faults.accounts === "signed-out") return refuse(context, 401, "unauthorized");
    const list =
      faults.accounts === "damaged" ? [...noAccounts, ...accounts.of(person)] : accounts.of(person);
    return context.json({ accounts: list, errors: [] });
  });

  api.post("/setcurrent/:id", (context) => {
    const person = signedIn(context);
    if (person instanceof Response) return person;
    return accounts.choose(person, Number(context.req.param("id")))
      ? context.json({ errors: [] })
      : refuse(context, 404, "account-not-found");
  });

  api.post("/cloud-api/cloudApiKeys", async (context) => {
    const person = signedIn(context);
    if (person instanceof Response) return person;
    if (faults.keyError !== "") return refuseKey(context, faults);
    const input = keyInput.safeParse(await context.req.json().catch(() => undefined));
    if (!input.success) return refuse(context, 400, "invalid-request");
    const { name, user_account } = input.data.cloudApiKey;
    const current = accounts.currentOf(person);
    if (person.role !== "owner") return refuse(context, 403, "insufficient-permission");
    if (!current?.api_access_key) return refuse(context, 403, "forbidden_request");
    // The number form of the `id` in users/me; neither `user_id` nor the account's id is taken for it.
    if (user_account !== Number(person.id)) return refuse(context, 400, "user-account-not-found");
    if (!keyName.test(name)) return refuse(context, 400, "secret_key_name_illegal");
    if (accounts.hasKey(current.id, name)) return refuse(context, 400, "secret_key_already_exists");
    const { id, secret_key } = accounts.addKey(current.id, name, user_account);
    const key = { id, name, secret_key, user_account };
    return faults.keyAnswer === "wrapped"
      ? context.json({ cloudApiKey: key, errors: [] })
      : context.json({ ...key, ip_whitelist: [], errors: [] });
  });

  return api;
}

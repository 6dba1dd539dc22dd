import type { Settings } from "@shardwatch/core/access/context";
import { addressFields } from "@shardwatch/core/adapters/account-addresses";
import * as z from "zod";
import type { OpenIdSettings, readOpenId } from "@shardwatch/core/provider-session/settings";

/** Texts between commas, without blanks around them. */
export const splitAtCommas = (text: string): string[] =>
  text
    .split(",")
    .map((each) => each.trim())
    .filter((each) => each !== "");

export const awsAccount = z.string().regex(/^\d{12}$/, "must be 12 digits");

const webAddress = z.url({ protocol: /^https?$/ });
/** Of what only some functions have. */
const notSet = z.string().default("");
const switchedOff = z.enum(["on", "off"]).default("off");

const variables = z
  .object({
    TABLE_NAME: z.string().min(1),
    ENVIRONMENT: z.enum(["local", "preview", "production"]),
    WEB_ORIGIN: webAddress.transform((address) => new URL(address).origin),
    /** Set only for the function that signs people in, unless they have an OpenID provider. */
    PROVIDER_API_URL: webAddress.or(z.literal("")).default(""),
    /** "links" where people are known here alone. */
    SIGN_IN: z.enum(["provider", "links"]).default("provider"),
    /** "on" where people are invited by their email alone. */
    INVITE_ANYONE: switchedOff,
    /** "on" where links are mailed. */
    MAILS_LINKS: switchedOff,
    PROVIDER_COOKIE: z.string().regex(/^\w+$/).default("JSESSIONID"),
    /** "on" for a provider that confirms every email, but does not include that in its answers. */
    PROVIDER_VOUCHES_FOR_EMAILS: switchedOff,
    ...addressFields(webAddress.optional()),
    /** The address that agents report to. Set only for the function that tries it. */
    API_URL: notSet,
    /** Set only for the functions that queue jobs. */
    READ_REDIS_CLOUD_QUEUE_URL: notSet,
    READ_ELASTICACHE_QUEUE_URL: notSet,
    HOUSEKEEPING_QUEUE_URL: notSet,
    KEEP_HISTORY_QUEUE_URL: notSet,
    EVALUATE_QUEUE_URL: notSet,
    DELIVER_QUEUE_URL: notSet,
    /** The name of the function that tries roles. Set only for the API. */
    ROLE_TRIAL_FUNCTION: notSet,
    /** Another address of Lambda, as the SDK names it. */
    AWS_ENDPOINT_URL_LAMBDA: z.url().optional(),
    /** Another address of SES, as the SDK names it. */
    AWS_ENDPOINT_URL_SESV2: z.url().optional(),
    /** The id of the KMS key. Set only for the functions that seal or open secrets. */
    VAULT_KEY_ID: notSet,
    /** Who sends mails. Set only for the function that sends them; empty where nobody does. */
    MAIL_FROM: notSet,
    ELASTICACHE: switchedOff,
    AWS_REGION: z.string().default("us-east-1"),
    /** Our own account. Roles of this account are refused. */
    AWS_ACCOUNT_ID: awsAccount.optional(),
    SUPER_ADMIN_EMAILS: z
      .string()
      .default("")
      .transform((text) => splitAtCommas(text.toLowerCase())),
    VERSION: z.string().default("unknown"),
  })
  .refine(({ ELASTICACHE, AWS_ACCOUNT_ID }) => ELASTICACHE === "off" || AWS_ACCOUNT_ID !== undefined, {
    path: ["AWS_ACCOUNT_ID"],
    message: "is required with ELASTICACHE=on; without it roles of our own account could not be refused",
    // Runs even when another variable is wrong, so that one error names all of them.
    when: () => true,
  });

export interface Environment extends z.infer<typeof variables> {
  /** Undefined where people sign in with a Redis Cloud account. */
  openId: OpenIdSettings | undefined;
}

/** Reads the settings of an OpenID provider, for the function that signs people in. */
export type ReadOpenId = typeof readOpenId;
const withoutOpenId: ReadOpenId = () => ({ openId: undefined, faults: [] });

/**
 * Reads the configuration; throws one error that names every variable that is missing or wrong.
 * @param openIdOf left out, the bundle goes without it
 */
export function readEnvironment(
  env: Record<string, string | undefined>,
  openIdOf = withoutOpenId,
): Environment {
  const read = variables.safeParse(env);
  const { openId, faults } = openIdOf(env);
  if (read.success && faults.length === 0) return { ...read.data, openId };
  const issues = read.error?.issues ?? [];
  throw wrong([...issues.map(({ path, message }) => `${path.join(".")}: ${message}`), ...faults]);
}

/** Throws one error that names every setting that a function needs and that is not set. */
export function requireSettings(settings: Environment, names: readonly (keyof Environment)[]): void {
  const missing = names.filter((name) => settings[name] === "");
  if (missing.length > 0) throw wrong(missing.map((name) => `${name}: is not set`));
}

const wrong = (faults: readonly string[]) =>
  new Error(`The configuration is wrong.\n  ${faults.join("\n  ")}`);

/**
 * Where the API is, and which addresses webhooks may have. The API is at "api." and the domain of the web application.
 * Nothing of our own domain is a customer's receiver.
 */
export function originsOf({
  WEB_ORIGIN,
}: Environment): Pick<Settings, "webOrigin" | "apiOrigin" | "webhookAddresses"> {
  const { protocol, host, hostname } = new URL(WEB_ORIGIN);
  return {
    webOrigin: WEB_ORIGIN,
    apiOrigin: `${protocol}//api.${host}`,
    webhookAddresses: { ownDomains: [hostname], letThrough: [] },
  };
}

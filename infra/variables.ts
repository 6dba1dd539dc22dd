/** The variables of the shell that deploys. One without a value counts as not set. */
export const variables: Readonly<Record<string, string | undefined>> = Object.fromEntries(
  Object.entries(process.env).filter(([, value]) => value !== ""),
);

const onOrOff = /^(on|off)$/;
const address = /^https?:\/\/[^\s/]+(\/\S*)?$/;
const email = /^[^\s@,;]+@[^\s@,;]+$/;

const concurrency = { form: /^(off|[1-9]\d*)$/, what: "a number of calls at a time, or off" };

const addresses = [
  "PROVIDER_API_URL",
  "PROVIDER_SITE_URL",
  "MARKETING_SITE_URL",
  "TERMS_URL",
  "PRIVACY_URL",
  "DOCUMENTATION_URL",
  "AGENT_RELEASES_URL",
  "ROLE_TEMPLATE_URL",
  "REDIS_CLOUD_API_URL",
  "FEEDBACK_FORM_URL",
];

/**
 * What each setting may be, where not everything fits. A wrong one would be deployed, and the functions would end at
 * their start. `functions/src/environment.ts` has some forms too, because infra imports core only.
 */
const rules: Readonly<Record<string, { form: RegExp; what: string }>> = {
  ...Object.fromEntries(
    addresses.map((name) => [name, { form: address, what: "an address such as https://example.com" }]),
  ),
  SHARDWATCH_DOMAIN: {
    form: /^[a-z\d-]+(\.[a-z\d-]+)+$/,
    what: "a domain in small letters, without https://",
  },
  ELASTICACHE: { form: onOrOff, what: "on or off" },
  INVITE_ANYONE: { form: onOrOff, what: "on or off" },
  SIGN_IN: { form: /^(provider|links)$/, what: "provider or links" },
  PROVIDER_VOUCHES_FOR_EMAILS: { form: onOrOff, what: "on or off" },
  PROVIDER_COOKIE: { form: /^\w+$/, what: "letters, digits and _" },
  REPORT_CONCURRENCY: concurrency,
  FLEET_CONCURRENCY: concurrency,
  METRICS_CONCURRENCY: concurrency,
  MCP_CONCURRENCY: concurrency,
  RULES_CONCURRENCY: concurrency,
  ALARM_EMAIL: { form: email, what: "one email" },
  MAIL_FROM: {
    form: /^(?:[^<>]* <[^\s@<>,;]+@[a-z\d.-]+>|[^\s@<>,;]+@[a-z\d.-]+)$/,
    what: "an email, or a name and <an email>",
  },
};

/** Every setting with a value that cannot work, and what would be right. */
export function wrongSettings(): string[] {
  const wrong = Object.entries(rules).flatMap(([name, { form, what }]) => {
    const value = variables[name];
    return value === undefined || form.test(value) ? [] : [`${name} must be ${what}, not ${value}`];
  });
  const admins = (variables["SUPER_ADMIN_EMAILS"] ?? "").split(",").map((each) => each.trim());
  for (const admin of admins.filter((each) => each !== "" && !email.test(each)))
    wrong.push(`SUPER_ADMIN_EMAILS must be emails, separated by commas, not ${admin}`);
  if (!variables["PROVIDER_CSRF_COOKIE"] !== !variables["PROVIDER_CSRF_HEADER"])
    wrong.push("PROVIDER_CSRF_COOKIE and PROVIDER_CSRF_HEADER must be set together");
  return wrong;
}

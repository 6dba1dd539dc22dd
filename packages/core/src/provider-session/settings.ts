import { readFileSync } from "node:fs";
import { allRoles, groupsVariable, may, type Role } from "../contract/people/roles.ts";
import { Secret } from "../kit/secret.ts";
import type { GroupRules } from "./person.ts";
import { usualOrganization } from "./shared-organization.ts";

/** How people sign in at a provider of OpenID Connect. */
export interface OpenIdSettings {
  issuer: string;
  clientId: string;
  clientSecret: Secret;
  /** How the secret is sent; undefined: as the provider says. */
  clientAuth: "basic" | "post" | undefined;
  scopes: string;
  /** Further parameters of the sign-in's address, as a query. */
  parameters: string;
  /** What the button calls the provider. */
  name: string;
  groupsClaim: string;
  groups: GroupRules;
  /** Whether emails count although the provider does not say that they are verified. */
  vouchesForEmails: boolean;
  /** The name of the organization that people enter. */
  organization: string;
}

type Variables = Readonly<Record<string, string | undefined>>;

export const openIdVariables = [
  "OIDC_ISSUER",
  "OIDC_CLIENT_ID",
  "OIDC_CLIENT_SECRET",
  "OIDC_CLIENT_SECRET_FILE",
  "OIDC_CLIENT_AUTH",
  "OIDC_SCOPES",
  "OIDC_PARAMETERS",
  "OIDC_NAME",
  "OIDC_GROUPS_CLAIM",
  ...allRoles.map(groupsVariable),
  "OIDC_GROUPS_REQUIRED",
  "OIDC_VOUCHES_FOR_EMAILS",
  "OIDC_ORGANIZATION",
] as const;

export interface OpenIdReading {
  /** Undefined without OIDC_ISSUER: people sign in with a Redis Cloud account. */
  openId: OpenIdSettings | undefined;
  /** One line for each wrong variable, which starts with its name. No line shows the secret. */
  faults: string[];
}

/** Reads the settings of sign-in by OpenID Connect. An empty variable counts as not set. */
export function readOpenId(variables: Variables): OpenIdReading {
  const of = (name: (typeof openIdVariables)[number]) => variables[name] || undefined;
  const issuer = of("OIDC_ISSUER");
  const [other] = openIdVariables.filter((name) => of(name) !== undefined && name !== "OIDC_ISSUER");
  if (issuer === undefined)
    return {
      openId: undefined,
      faults: other === undefined ? [] : [`OIDC_ISSUER: is required with ${other}`],
    };
  const proof = secretOf(of("OIDC_CLIENT_SECRET"), of("OIDC_CLIENT_SECRET_FILE"));
  const clientId = of("OIDC_CLIENT_ID");
  const scopes = of("OIDC_SCOPES") ?? "openid profile email";
  const clientAuth = of("OIDC_CLIENT_AUTH");
  const isMethod = clientAuth === undefined || clientAuth === "basic" || clientAuth === "post";
  const vouches = of("OIDC_VOUCHES_FOR_EMAILS") ?? "off";
  const listOf = (name: Parameters<typeof of>[0]) =>
    (of(name) ?? "")
      .split(";")
      .map((group) => group.trim())
      .filter((group) => group !== "");
  const byRole = Object.fromEntries(
    allRoles.map((role) => [role, listOf(groupsVariable(role))]),
  ) as unknown as GroupRules["byRole"];
  const groups = { byRole, required: listOf("OIDC_GROUPS_REQUIRED") };
  const managing = allRoles.filter((role) => may([role], "manageOrganization"));
  const isAdministered =
    managing.some((role) => byRole[role].length > 0) || variables["SUPER_ADMIN_EMAILS"]?.trim();
  const faults = [
    ...issuerFaults(issuer),
    ...(clientId === undefined ? ["OIDC_CLIENT_ID: is required with OIDC_ISSUER"] : []),
    ...(typeof proof === "string" ? [proof] : []),
    ...(["openid", "email"].every((scope) => scopes.split(" ").includes(scope))
      ? []
      : [`OIDC_SCOPES: must hold openid and email, not "${scopes}"`]),
    ...(isMethod ? [] : [`OIDC_CLIENT_AUTH: must be "basic" or "post", not "${clientAuth}"`]),
    ...(["on", "off"].includes(vouches)
      ? []
      : [`OIDC_VOUCHES_FOR_EMAILS: must be "on" or "off", not "${vouches}"`]),
    ...(isAdministered ? [] : [noAdministrator(managing)]),
    ...(variables["PROVIDER_API_URL"]
      ? ["PROVIDER_API_URL: must not be set together with OIDC_ISSUER, people sign in at one of them"]
      : []),
  ];
  if (faults.length > 0 || !isMethod || clientId === undefined || typeof proof === "string")
    return { openId: undefined, faults };
  const openId: OpenIdSettings = {
    issuer: plainIssuer(issuer),
    clientId,
    clientSecret: proof,
    clientAuth,
    scopes,
    parameters: of("OIDC_PARAMETERS") ?? "",
    name: of("OIDC_NAME") ?? "your company account",
    groupsClaim: of("OIDC_GROUPS_CLAIM") ?? "groups",
    groups,
    vouchesForEmails: vouches === "on",
    organization: of("OIDC_ORGANIZATION") ?? usualOrganization,
  };
  return { openId, faults };
}

/**
 * The fault that nobody could administer. It starts with the variable of the weakest role that could.
 * @param managing the roles that could, the strongest first
 */
export function noAdministrator(managing: readonly Role[]): string {
  const [first, ...others] = [...managing.map(groupsVariable).toReversed(), "SUPER_ADMIN_EMAILS"];
  return `${first}: or ${others.join(" or ")} is required, so that somebody can administer`;
}

/**
 * One spelling for an issuer without a path: people are known by it, and providers are found with a slash at its
 * end and without.
 */
function plainIssuer(issuer: string): string {
  const { origin, pathname } = new URL(issuer);
  return pathname === "/" ? origin : issuer;
}

const thisMachine = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** A provider without TLS could be impersonated by anybody on the way. */
function issuerFaults(issuer: string): string[] {
  const wrong = (what: string) => [`OIDC_ISSUER: must be ${what}, not "${issuer}"`];
  if (!/^https?:\/\/[^\s?#@]+$/.test(issuer) || !URL.canParse(issuer))
    return wrong("an address that starts with https://, without a query");
  const { protocol, hostname } = new URL(issuer);
  return protocol === "https:" || thisMachine.has(hostname)
    ? []
    : wrong("an address that starts with https://, but for a provider on this machine");
}

/** The secret, or the fault of its variables. */
function secretOf(text: string | undefined, file: string | undefined): Secret | string {
  if (text !== undefined && file !== undefined)
    return "OIDC_CLIENT_SECRET_FILE: must not be set together with OIDC_CLIENT_SECRET";
  if (text !== undefined) return new Secret(text);
  if (file === undefined)
    return "OIDC_CLIENT_SECRET: is required with OIDC_ISSUER, or OIDC_CLIENT_SECRET_FILE";
  try {
    const content = readFileSync(file, "utf8").trim();
    return content === "" ? "OIDC_CLIENT_SECRET_FILE: the file is empty" : new Secret(content);
  } catch (error) {
    return `OIDC_CLIENT_SECRET_FILE: cannot be read (${(error as NodeJS.ErrnoException).code})`;
  }
}

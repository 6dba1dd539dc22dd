import type { LocalSettings } from "./settings.ts";
import { demoPassword, globexEmail, soloEmail } from "./simulators/provider/people.ts";

/** A row of the table that a start prints: a name, and what it is or where. */
export type Note = readonly [name: string, text: string];

type Addresses = Pick<
  LocalSettings,
  "webUrl" | "apiUrl" | "providerSiteUrl" | "simulateProvider" | "openId" | "ownSignIn"
>;

/** People of the demo. */
const logins: readonly Note[] = [
  ["admin@example.com", "admin of Acme Data"],
  ["viewer@example.com", "viewer of Acme Data"],
  [globexEmail, "admin of Globex, with 120 deployments"],
  ["super@example.com", "super admin"],
  [soloEmail, "without an organization"],
];

const hasDemoLogins = ({ simulateProvider, openId, ownSignIn }: Addresses): boolean =>
  simulateProvider && !openId && !ownSignIn;

/** What the sign-in page says of them; undefined where people sign in elsewhere. */
export const demoLogins = (settings: Addresses) =>
  hasDemoLogins(settings)
    ? { password: demoPassword, people: logins.map(([email, what]) => ({ email, what })) }
    : undefined;

/** What a start prints when everything runs: the addresses, what runs beside the servers, and the logins. */
export function welcome(settings: Addresses, beside: readonly Note[]): string {
  const { webUrl, apiUrl, providerSiteUrl, simulateProvider, openId } = settings;
  const simulators: Note[] = [
    ["simulators", `${providerSiteUrl}/control`],
    ["mail", `${providerSiteUrl}/inbox`],
    ["webhooks", `${providerSiteUrl}/receivers`],
  ];
  const addresses: Note[] = [
    ["web application", webUrl],
    ["API", `${apiUrl}/reference`],
    ...(simulateProvider ? simulators : []),
    ...beside,
  ];
  const demo = [`Sign in with the password ${demoPassword} as:`, "", table(logins), ""];
  const people = openId ? [`People sign in at ${openId.issuer}.`, ""] : hasDemoLogins(settings) ? demo : [];
  return ["Shardwatch is ready.", "", table(addresses), "", ...people, "Ctrl-C stops everything."].join("\n");
}

/** The rows with their texts in one column. */
function table(rows: readonly Note[]): string {
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows.map(([name, text]) => `  ${name.padEnd(width)}  ${text}`).join("\n");
}

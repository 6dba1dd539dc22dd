import { type PasskeyPlace, passkeyPlaces } from "@shardwatch/core/contract/people/passkey-place";
import type { WebConfig } from "@shardwatch/core/contract/config";

/** The time limit of the file, in milliseconds. Nothing is shown before it is loaded. */
const deadline = 15_000;
let loading: Promise<void> | undefined;
let loaded: WebConfig | undefined;

const environments: unknown[] = ["local", "preview", "production"] satisfies WebConfig["environment"][];
const isText = (value: unknown): value is string => typeof value === "string" && value !== "";
const isUrl = (value: unknown) => isText(value) && URL.canParse(value);
const fieldsOf = (value: unknown) => (typeof value === "object" && value !== null ? value : {}) as Fields;
type Fields = Record<string, unknown>;

/** Whether the required fields are there. Checked by hand: a schema library would double the login's code. */
export function isConfig(value: unknown): value is WebConfig {
  const fields = fieldsOf(value);
  const { terms, privacy } = fieldsOf(fields["links"]);
  const { apiUrl, providerApiUrl, providerSiteUrl, marketingSiteUrl, feedbackFormUrl } = fields;
  return (
    environments.includes(fields["environment"]) &&
    // Some may be absent. What is right takes their place.
    [
      apiUrl,
      providerApiUrl,
      providerSiteUrl,
      marketingSiteUrl,
      terms ?? apiUrl,
      privacy ?? apiUrl,
      feedbackFormUrl === null ? apiUrl : feedbackFormUrl,
    ].every(isUrl) &&
    isText(fields["supportEmail"] ?? apiUrl)
  );
}

/**
 * Loads /config.json, the settings of the environment. Repeated calls share one request.
 * @throws Error with a sentence for a person when the file is missing or damaged
 */
export const loadConfig = () => (loading ??= readConfig());

async function readConfig(): Promise<void> {
  const response = await fetch("/config.json", { signal: AbortSignal.timeout(deadline) });
  if (!response.ok) throw new Error(`The configuration of this site is missing (status ${response.status}).`);
  const value: unknown = await response.json().catch(() => undefined);
  if (!isConfig(value)) throw new Error("The configuration of this site is damaged.");
  loaded = value;
}

/** The configuration. Pages are rendered only after it is loaded. */
export function config(): WebConfig {
  if (!loaded) throw new Error("Not configured");
  return loaded;
}

/** Whether ElastiCache is enabled here. Without an entry in the configuration it is off. */
export const hasElastiCache = () => fieldsOf(fieldsOf(loaded)["features"])["elasticache"] === true;

/** Whether people are invited by their email alone, and get a link. */
export const invitesAnyone = () => fieldsOf(loaded)["inviteAnyone"] === true;

/** Whether links are mailed: of invitations, and of a sign-in without a provider. */
export const mailsLinks = () => fieldsOf(loaded)["mailsLinks"] === true;

/** Whether browsers make passkeys here, or why not; undefined where people sign in at a provider. */
export function passkeyPlace(): PasskeyPlace | undefined {
  const place = fieldsOf(fieldsOf(loaded)["ownSignIn"])["passkeys"];
  return passkeyPlaces.find((one) => one === place);
}

/** Whether people sign in with a Redis Cloud account. */
export const byRedisCloud = () => openIdName() === undefined && passkeyPlace() === undefined;

/** What the OpenID provider is called that people sign in at; undefined where they sign in in another way. */
export function openIdName(): string | undefined {
  const { name } = fieldsOf(fieldsOf(loaded)["openId"]);
  return isText(name) ? name : undefined;
}

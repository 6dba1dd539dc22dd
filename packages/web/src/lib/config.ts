import type { WebConfig } from "@shardwatch/core/contract/config";

/** How long the file may take, in milliseconds: nothing is shown before it is there. */
const deadline = 15_000;
let loading: Promise<void> | undefined;
let loaded: WebConfig | undefined;

const environments: unknown[] = ["local", "preview", "production"] satisfies WebConfig["environment"][];
const isText = (value: unknown) => typeof value === "string" && value !== "";
const isUrl = (value: unknown) => isText(value) && URL.canParse(String(value));
const fieldsOf = (value: unknown) => (typeof value === "object" && value !== null ? value : {}) as Fields;
type Fields = Record<string, unknown>;

/** Whether the fields that the pages need are there. By hand: a schema library would double the login's code. */
export function isConfig(value: unknown): value is WebConfig {
  const fields = fieldsOf(value);
  const { terms, privacy } = fieldsOf(fields["links"]);
  const { apiUrl, providerApiUrl, providerSiteUrl, marketingSiteUrl, feedbackFormUrl } = fields;
  return (
    environments.includes(fields["environment"]) &&
    [apiUrl, providerApiUrl, providerSiteUrl, marketingSiteUrl, terms, privacy].every(isUrl) &&
    (feedbackFormUrl === null || isUrl(feedbackFormUrl)) &&
    isText(fields["supportEmail"])
  );
}

/**
 * Reads /config.json, what this build must know of the environment it is served in; once, however often it is called.
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

/** The configuration; pages are rendered only after it was loaded. */
export function config(): WebConfig {
  if (!loaded) throw new Error("The configuration has not been loaded");
  return loaded;
}

/** Whether ElastiCache is switched on here; where the configuration says nothing of it, it is off. */
export const hasElastiCache = () => fieldsOf(fieldsOf(loaded)["features"])["elasticache"] === true;

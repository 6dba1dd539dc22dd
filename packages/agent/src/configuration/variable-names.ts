/* One rule gives each setting its variable, so no list of names can be incomplete. */

/** In front of every variable of the agent. */
export const prefix = "SHARDWATCH_";
/** In front of the variables of a single deployment. */
export const shortPrefix = "REDIS_";

const blocks = `${prefix}DEPLOYMENTS`;

/**
 * In front of the variables of one of several deployments. REDIS_1_ would not do: for a service named redis-1,
 * Kubernetes sets REDIS_1_SERVICE_HOST and others.
 */
export const blockPrefix = (number: string): string => `${blocks}_${number}_`;

/** What a setting is called in a variable: "tls.serverName" becomes "TLS_SERVER_NAME". */
export function variableWords(setting: string): string {
  return setting
    .replaceAll(".", "_")
    .replaceAll(/[A-Z]/g, (letter) => `_${letter}`)
    .toUpperCase();
}

/**
 * The variable of a setting.
 * @param path in the form of the file, e.g. "deployments[1].tls.ca"
 * @param prefixes of the deployments, in their order
 */
export function variableName(path: string, prefixes: readonly string[]): string {
  const [, index, setting = ""] = /^deployments\[(\d+)\](?:\.(.*))?$/.exec(path) ?? [];
  if (index === undefined) return `${prefix}${variableWords(path)}`;
  const block = prefixes[Number(index)] ?? shortPrefix;
  if (setting === "") return block.replace(/_$/, "");
  const [, name = setting, entry] = /^(.*)\[(\d+)\]$/.exec(setting) ?? [];
  const variable = `${block}${variableWords(name)}`;
  return entry === undefined ? variable : `${variable}, entry ${Number(entry) + 1}`;
}

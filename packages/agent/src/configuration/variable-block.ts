import { deploymentSettings, tlsSettings } from "./deployment.ts";
import { enterpriseSettings, enterpriseTlsSettings } from "./enterprise.ts";
import { readSmallFile } from "./files.ts";
import type { Environment } from "./files.ts";
import { variableWords } from "./variable-names.ts";
import { settingFrom } from "./variable-value.ts";

/** What a URL with a user and a password says about a server. */
interface RedisUrl {
  /** The URL without them. */
  address: string;
  username?: string;
  password?: string;
}

/**
 * Splits redis://user:password@host:port into the settings of a deployment. Returns a text that explains the
 * fault otherwise. It repeats nothing of the URL, which is a secret.
 */
function parseRedisUrl(text: string): RedisUrl | string {
  const [, scheme = "", rest = ""] = /^([a-z][a-z0-9+.-]*:\/\/)?(.*)$/is.exec(text) ?? [];
  // A password may contain an "@" that was not encoded, and a host cannot.
  const at = rest.lastIndexOf("@");
  if (at === -1) return { address: text };
  const address = `${scheme}${rest.slice(at + 1)}`;
  const [, user = "", password] = /^([^:]*)(?::(.*))?$/s.exec(rest.slice(0, at)) ?? [];
  try {
    return {
      address,
      ...(user !== "" && { username: decodeURIComponent(user) }),
      ...(password !== undefined && password !== "" && { password: decodeURIComponent(password) }),
    };
  } catch {
    return "has a % in its user or password that encodes nothing; write %25 for a plain one";
  }
}

/** A fault of a variable, which is named first. */
export interface VariableFault {
  variable: string;
  message: string;
}

/** The variables of one deployment. */
export interface Block {
  prefix: string;
  /** The deployment as the file would have it. */
  value: Record<string, unknown>;
  /** The variable of each setting that is given, by the setting's path in the deployment. */
  given: ReadonlyMap<string, string>;
  /** The variable that names a file with a secret, which the block has read. */
  secretFile?: { variable: string; path: string };
  faults: VariableFault[];
}

const inBlock = (names: readonly string[]) => names.map((name) => `tls.${name}`);
const redisSettings = [...deploymentSettings, ...inBlock(tlsSettings)];
const allEnterpriseSettings = [...enterpriseSettings, ...inBlock(enterpriseTlsSettings)];

/** The variables that a deployment can have, without their prefix. */
export function blockVariables(type: string | undefined): string[] {
  if (type === "enterprise") return allEnterpriseSettings.map(variableWords);
  return [...redisSettings.map(variableWords), "URL", "URL_FILE"];
}

/** Reads the variables of one deployment into the form that the file has. */
export function readBlock(prefix: string, environment: Environment): Block {
  const block = { prefix, value: {}, given: new Map<string, string>(), faults: [] } satisfies Block;
  const isEnterprise = environment[`${prefix}TYPE`] === "enterprise";
  const tls: Record<string, unknown> = {};
  for (const path of isEnterprise ? allEnterpriseSettings : redisSettings) {
    const variable = `${prefix}${variableWords(path)}`;
    const text = environment[variable];
    if (text === undefined || text === "") continue;
    block.given.set(path, variable);
    const [, inTls] = /^tls\.(.*)$/.exec(path) ?? [];
    const into: Record<string, unknown> = inTls === undefined ? block.value : tls;
    into[inTls ?? path] = settingFrom(inTls ?? path, text);
  }
  addTls(block, tls);
  return isEnterprise ? block : addUrl(block, environment);
}

/** A single setting of TLS asks for TLS. */
function addTls({ prefix, value, faults }: Block, tls: Record<string, unknown>): void {
  const [setting] = Object.keys(tls);
  if (setting === undefined) return;
  if (value["tls"] === false) {
    const other = `${prefix}${variableWords(`tls.${setting}`)}`;
    faults.push({
      variable: `${prefix}TLS`,
      message: `is false while ${other} is set; remove one of the two`,
    });
  } else if (value["tls"] === undefined || value["tls"] === true) value["tls"] = tls;
}

/** The URL of a server can hold its user and password. The file has a setting for each of the three. */
function addUrl(block: Block, environment: Environment): Block {
  const { prefix, value, faults } = block;
  const [variable, another] = [`${prefix}URL`, `${prefix}URL_FILE`].filter((one) => environment[one]);
  if (variable === undefined) return block;
  if (another !== undefined) {
    faults.push({ variable: another, message: `${variable} is given too; keep one of the two` });
    return block;
  }
  const read = readUrl(variable, environment[variable] ?? "");
  const url = "fault" in read ? read.fault : parseRedisUrl(read.text.trim());
  if (typeof url === "string") {
    faults.push({ variable, message: url });
    // One fault is enough: without this there would be another one about the missing address.
    value["address"] ??= "unknown";
    return block;
  }
  const given = new Map(block.given);
  for (const [setting, text] of Object.entries(url)) {
    if (setting in value)
      faults.push({
        variable: `${prefix}${variableWords(setting)}`,
        message: `${variable} has one too; keep one of the two`,
      });
    value[setting] ??= text;
    given.set(setting, variable);
  }
  const secretFile = "path" in read ? { secretFile: { variable, path: read.path } } : {};
  return { ...block, given, ...secretFile };
}

function readUrl(variable: string, text: string): { text: string; path?: string } | { fault: string } {
  if (!variable.endsWith("_FILE")) return { text };
  const read = readSmallFile(text);
  return "fault" in read
    ? { fault: `the file that it names ${read.fault}` }
    : { text: read.content.toString("utf8"), path: text };
}

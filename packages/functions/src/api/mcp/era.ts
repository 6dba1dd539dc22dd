import { isFields, type Message } from "./message.ts";
import { codes, type Era, legacy, meta, modern, ProtocolFault, versions } from "./protocol.ts";

/** Reads a header of the request, whatever its case. */
export type HeaderOf = (name: string) => string | undefined;

/** The methods whose name has a header of its own. */
const named: ReadonlySet<string> = new Set(["tools/call", "prompts/get"]);

/**
 * Which revision a request speaks. Headers have to say what the body says: a proxy may decide by them. Throws a
 * ProtocolFault for another revision, and for headers that are missing or differ.
 */
export function eraOf({ method, params }: Message, headerOf: HeaderOf): Era {
  const inHeader = headerOf("mcp-protocol-version");
  const fields = isFields(params["_meta"]) ? params["_meta"] : {};
  const inBody = fields[meta.version];
  if ((inBody ?? legacy) === legacy && (inHeader ?? legacy) === legacy) return legacy;
  if (inBody !== undefined && inBody !== inHeader) throw mismatch("MCP-Protocol-Version");
  if (inHeader !== modern) throw unknownVersion(inHeader);
  if (headerOf("mcp-method") !== method) throw mismatch("Mcp-Method");
  if (named.has(method) && decoded(headerOf("mcp-name")) !== params["name"]) throw mismatch("Mcp-Name");
  if (inBody === undefined) throw missing(meta.version);
  if (!isFields(fields[meta.capabilities])) throw missing(meta.capabilities);
  return modern;
}

const mismatch = (header: string) =>
  new ProtocolFault(codes.wrongHeaders, `The header ${header} is missing, or differs from the body.`);

const missing = (field: string) => new ProtocolFault(codes.wrongParams, `_meta must have ${field}.`);

/** The protocol wants the version back. Only what could be one is repeated. */
const unknownVersion = (version = "") =>
  new ProtocolFault(codes.wrongVersion, "This version of the protocol is not spoken here.", {
    data: { supported: versions, requested: /^[\w.-]{1,40}$/.test(version) ? version : "" },
  });

/** A name with other characters than a header may have comes in base64. */
function decoded(value: string | undefined): string | undefined {
  const [, encoded] = /^=\?base64\?([\w+/]*={0,2})\?=$/.exec(value ?? "") ?? [];
  return encoded === undefined ? value : Buffer.from(encoded, "base64").toString("utf8");
}

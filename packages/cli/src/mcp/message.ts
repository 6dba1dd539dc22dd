/** What the bridge needs of a message. The rest of it is carried as it is. */
export interface Carried {
  id: string | number | undefined;
  method: string | undefined;
  params: Readonly<Record<string, unknown>>;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const textIn = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);

/** The JSON of a line or an answer; undefined for another text. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** A message; undefined for what is none. */
export function messageIn(json: unknown): Carried | undefined {
  if (!isObject(json)) return undefined;
  const { id, method, params } = json;
  return {
    id: typeof id === "string" || typeof id === "number" ? id : undefined,
    method: textIn(method),
    params: isObject(params) ? params : {},
  };
}

/** The revision that a message says itself, as those of 2026-07-28 do. */
export const versionIn = ({ params: { _meta: fields } }: Carried): string | undefined =>
  isObject(fields) ? textIn(fields["io.modelcontextprotocol/protocolVersion"]) : undefined;

/** The revision that an answer to `initialize` has chosen. */
export const chosenVersionIn = (json: unknown): string | undefined =>
  isObject(json) && isObject(json["result"]) ? textIn(json["result"]["protocolVersion"]) : undefined;

/** Whether a JSON is the answer to this message. A server that lies may not speak first, nor for another message. */
export const isAnswerTo = ({ id }: Carried, json: unknown): boolean =>
  isObject(json) &&
  json["jsonrpc"] === "2.0" &&
  json["method"] === undefined &&
  isObject(json["result"]) !== isObject(json["error"]) &&
  id !== undefined &&
  json["id"] === id;

/** Our sentences are shorter. */
const longestRefusal = 400;

/** The sentence with which the API refuses, as JSON-RPC or as all its routes do; undefined for another JSON. */
export function refusalIn(json: unknown): string | undefined {
  if (!isObject(json)) return undefined;
  const said =
    textIn(json["message"]) ?? (isObject(json["error"]) ? textIn(json["error"]["message"]) : undefined);
  return said?.slice(0, longestRefusal);
}

const plain = /^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/;

/** A name as a header has it: in base64 where it has other characters. */
const nameHeader = (name: string): string =>
  plain.test(name) && !/^=\?base64\?.*\?=$/.test(name)
    ? name
    : `=?base64?${Buffer.from(name).toString("base64")}?=`;

/** The headers that repeat what a message says. What no header can have is left out, and the API refuses the message. */
export function headersOf(message: Carried, version: string | undefined): Record<string, string> {
  const { method, params } = message;
  const name = textIn(params["name"]);
  return {
    accept: "application/json, text/event-stream",
    ...(version !== undefined && plain.test(version) && { "mcp-protocol-version": version }),
    ...(method !== undefined && plain.test(method) && { "mcp-method": method }),
    ...(name !== undefined && { "mcp-name": nameHeader(name) }),
  };
}

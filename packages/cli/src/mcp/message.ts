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

/** Whether a JSON is an answer of the protocol. */
export const isAnswer = (json: unknown): boolean => isObject(json) && json["jsonrpc"] === "2.0";

/** The sentence with which the API refuses; undefined for another JSON. */
export const refusalIn = (json: unknown): string | undefined =>
  isObject(json) ? textIn(json["message"]) : undefined;

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

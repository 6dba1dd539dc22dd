import { codes, ProtocolFault } from "./protocol.ts";

export type Id = string | number;
export type Fields = Readonly<Record<string, unknown>>;

/** One message of a client. Without an id it is a notification, which gets no answer. */
export interface Message {
  id: Id | undefined;
  method: string;
  params: Fields;
}

/** Longer ones would come back in each answer. */
const longestId = 200;

export const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const isId = (value: unknown): value is Id =>
  typeof value === "string" ? value.length <= longestId : Number.isSafeInteger(value);

/** The id of what may be no message at all; undefined where there is none. */
export const idIn = (body: unknown): Id | undefined =>
  isFields(body) && isId(body["id"]) ? body["id"] : undefined;

/** Throws a ProtocolFault for a text that is not JSON. */
export function parseBody(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new ProtocolFault(codes.notJson, "The body must be JSON.");
  }
}

/**
 * Reads the one message of a body. Several in one body would count as one call, so they are refused. Throws a
 * ProtocolFault.
 */
export function readMessage(body: unknown): Message {
  if (Array.isArray(body)) throw notRequest("Send one message in a body, and no batch.");
  if (!isFields(body) || body["jsonrpc"] !== "2.0")
    throw notRequest("The body must be a message of JSON-RPC 2.0.");
  const { id, method, params = {} } = body;
  if (typeof method !== "string") throw notRequest("The message must have a method.");
  if (id !== undefined && !isId(id))
    throw notRequest(`An id is an integer, or a text of up to ${longestId} characters.`);
  if (!isFields(params)) throw new ProtocolFault(codes.wrongParams, "params must be an object.");
  return { id, method, params };
}

const notRequest = (message: string) => new ProtocolFault(codes.notRequest, message);

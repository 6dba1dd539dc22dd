/*
 * The Model Context Protocol, as far as a server needs it that has tools and no state:
 * https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http
 */

/** The revision in which each request says what it needs. */
export const modern = "2026-07-28";
/** The one before, which begins with a request `initialize`. */
export const legacy = "2025-11-25";

export type Era = typeof modern | typeof legacy;

export const versions: readonly Era[] = [modern, legacy];

/** Codes of JSON-RPC, and those that the protocol adds from -32020 on. */
export const codes = {
  notJson: -32_700,
  notRequest: -32_600,
  noMethod: -32_601,
  wrongParams: -32_602,
  ours: -32_603,
  wrongHeaders: -32_020,
  wrongVersion: -32_022,
} as const;

interface FaultOptions {
  /** The status of the answer; 400 without it. */
  status?: 200 | 400 | 404;
  data?: object;
}

/** A message that is not answered as it wants. The text is ours, and quotes nothing of the message. */
export class ProtocolFault extends Error {
  readonly code: number;
  readonly status: 200 | 400 | 404;
  readonly data: object | undefined;

  constructor(code: number, message: string, { status = 400, data }: FaultOptions = {}) {
    super(message);
    this.name = "ProtocolFault";
    this.code = code;
    this.status = status;
    this.data = data;
  }
}

/** The keys that the protocol reserves in `_meta`. */
export const meta = {
  version: "io.modelcontextprotocol/protocolVersion",
  capabilities: "io.modelcontextprotocol/clientCapabilities",
  server: "io.modelcontextprotocol/serverInfo",
} as const;

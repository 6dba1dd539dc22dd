import { DeadlineError } from "../../../network/deadline.ts";
import { hostSilent, networkErrors } from "../../../network/network-errors.ts";
import type { Status } from "../../source.ts";
import { ClosedError } from "./connection.ts";
import { ErrorReply, ProtocolError } from "./reply.ts";
import { WithheldError } from "./withheld.ts";

/** Why a server could not be read: a status, and our own sentence that explains the remedy. */
export interface Failure {
  status: Exclude<Status, "active">;
  message: string;
  /** For the local log: the first word of the server's error, or Node's error code. */
  code: string;
  /** The lines of the configuration with which the agent would go to a server that it withholds itself from. */
  linesToAdd?: readonly string[];
  /** Whether those lines may stay on this host, because they follow from the addresses of an announced name. */
  isOfName?: boolean;
}

export const loading = "The server is loading its data into memory. Figures return when it is done.";

type Explanation = readonly [Failure["status"], string];

const byWord: Record<string, Explanation> = {
  NOAUTH: ["denied", "The server requires a password. Set password, passwordFile or passwordEnv."],
  WRONGPASS: [
    "denied",
    "The server rejects the username or password, or the user is disabled. Fix them in the agent's settings, or fix the user on the server.",
  ],
  NOPERM: ["denied", "The user may not run INFO. Grant it: ACL SETUSER <user> +info"],
  LOADING: ["loading", loading],
  MASTERDOWN: [
    "degraded",
    "The replica has lost its primary and serves no data. Check the primary and the connection to it.",
  ],
  BUSY: ["degraded", "A long-running script is blocking the server. SCRIPT KILL or FUNCTION KILL ends it."],
  DENIED: [
    "denied",
    "The server is in protected mode: without a password it accepts only local clients. Set a password on the server and in the agent's settings.",
  ],
};

const byText: readonly (readonly [RegExp, Explanation])[] = [
  [
    /max number of clients/,
    ["unreachable", "The server has reached its client limit. Raise its maxclients, or close clients."],
  ],
  // Redis before version 6. Newer ones answer WRONGPASS.
  [/invalid password/, ["denied", "The server refuses the password. Correct it here."]],
  [
    /wrong number of arguments for 'auth'/,
    ["denied", "The server is older than Redis 6 and knows no users. Leave username out."],
  ],
  [
    /unknown command .?auth\b/i,
    [
      "denied",
      "The server does not know AUTH. Leave the password out, or undo the renaming (rename-command).",
    ],
  ],
  [
    /unknown command/i,
    [
      "unsupported",
      "The server does not know INFO. Undo the renaming (rename-command), or correct the address.",
    ],
  ],
];

const byCode = networkErrors({
  owner: "server",
  nothingListens: "the server is down, or the port is wrong.",
  hostName: "The host name",
  otherName: "Set tls.serverName, or correct the address.",
  untrusted: "Set tls.ca to the certificate of the authority that signed it, or correct the server's.",
});

const plainPort: Explanation = [
  "unreachable",
  "The port does not speak TLS. Remove tls, or use the TLS port.",
];
const tlsPort: Explanation = ["unreachable", "The connection was cut. The port may want TLS: set tls: true."];
/** Before TLS has begun, a server cannot say why. At maxclients it closes without a word. */
const cutTls: Explanation = [
  "unreachable",
  "The server cut the connection. Does the port speak TLS, and has the server room for another client (maxclients)?",
];
const wantsCertificate: Explanation = [
  "denied",
  "The server wants a client certificate that it trusts. Set tls.cert and tls.key.",
];
/** Every such node has this one word, so that a report says nothing of what is at the address. */
export const withheld = "withheld";
const notRedis: Explanation = ["unreachable", "What answers there does not speak the Redis protocol."];

/**
 * Explains a reply or an exception. It never returns text of the server, because newer versions name the user
 * in it.
 * @param usesTls whether the settings ask for TLS, which changes the meaning of a cut connection
 */
export function explain(error: unknown, usesTls: boolean): Failure {
  const code = errorCode(error);
  const [status, message] = explanation(error, code, usesTls);
  return {
    status,
    message,
    code,
    ...(error instanceof WithheldError && { linesToAdd: error.lines, isOfName: error.isOfName }),
  };
}

/** Of several servers' failures the one to report: a wrong password explains more than an unreachable server. */
export function worst(failures: readonly Failure[]): Failure {
  const explaining = failures.find(({ status }) => status !== "unreachable") ?? failures[0];
  return explaining ?? { status: "unreachable", message: "", code: "" };
}

/** The first word of a server's error, or Node's error code. */
export function errorCode(error: unknown): string {
  if (error instanceof ErrorReply) return error.word;
  if (!(error instanceof Error)) return "UNKNOWN";
  if ("code" in error && typeof error.code === "string") return error.code;
  return error.name;
}

function explanation(error: unknown, code: string, usesTls: boolean): Explanation {
  if (error instanceof ErrorReply) {
    const text = byText.find(([pattern]) => pattern.test(error.message))?.[1];
    return byWord[code] ?? text ?? ["denied", `The server answered with an error (${code}).`];
  }
  if (error instanceof DeadlineError) return deadline(error.stage);
  if (error instanceof ProtocolError) {
    const looksLikeTls = error.firstByte === 0x15 || error.firstByte === 0x16;
    return looksLikeTls ? ["unreachable", "The port speaks TLS. Set tls: true."] : notRedis;
  }
  if (error instanceof WithheldError) return ["denied", withheld];
  if (byCode[code]) return ["unreachable", byCode[code]];
  if (/CERTIFICATE_REQUIRED|HANDSHAKE_FAILURE|ALERT_UNKNOWN_CA|BAD_CERTIFICATE/.test(code))
    return wantsCertificate;
  if (/^ERR_SSL_(WRONG_VERSION_NUMBER|PACKET_LENGTH)/.test(code)) return plainPort;
  if (error instanceof ClosedError || code === "ECONNRESET" || code === "EPIPE")
    return usesTls ? cutTls : tlsPort;
  return ["unreachable", `The connection failed (${code}).`];
}

function deadline(stage: DeadlineError["stage"]): Explanation {
  if (stage === "connect") return ["unreachable", hostSilent];
  if (stage === "tls")
    return ["unreachable", "The TLS handshake did not end in time. Does the port speak TLS?"];
  return ["unreachable", "The server accepted the connection but did not answer in time."];
}

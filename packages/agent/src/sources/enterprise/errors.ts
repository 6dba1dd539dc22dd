import { AnswerError } from "../../network/bounded-http.ts";
import { DeadlineError } from "../../network/deadline.ts";
import { hostSilent, networkErrors } from "../../network/network-errors.ts";
import type { Status } from "../source.ts";

/** Why a part could not be read: a status, and our own sentence that explains the remedy. */
export interface Failure {
  status: Exclude<Status, "active" | "loading">;
  message: string;
  /** For the local log: the HTTP status, or Node's error code. */
  code: string;
}

/** An answer with a status other than 200. */
export class Refusal extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`answered ${status}`);
    this.name = "Refusal";
    this.status = status;
  }
}

/** The content is not an answer of this API. */
export class ContentError extends Error {
  readonly fault: "page" | "no JSON" | "unknown form" | "no identity";

  constructor(fault: ContentError["fault"]) {
    super(fault);
    this.name = "ContentError";
    this.fault = fault;
  }
}

/** A redirect that is not followed. */
export class RedirectError extends Error {
  readonly fault: "no https" | "elsewhere" | "in a circle";

  constructor(fault: RedirectError["fault"]) {
    super(fault);
    this.name = "RedirectError";
    this.fault = fault;
  }
}

type Explanation = readonly [Failure["status"], string];

const notApi =
  "This isn't the Redis Enterprise REST API. Its port is 9443 unless it was changed; 8443 is the admin UI.";

const byStatus: Record<number, Explanation> = {
  401: [
    "denied",
    "The cluster rejects the username or password: wrong, locked or expired. Or Basic authentication is turned off there (control_plane_basic_authentication).",
  ],
  403: [
    "denied",
    "The user's role may not read this. Give the user the role Cluster Viewer; DB Viewer is enough too.",
  ],
  404: ["unreachable", notApi],
  405: ["unreachable", notApi],
  406: ["unreachable", "The cluster can't provide this while a database isn't active."],
  429: ["unreachable", "The cluster, or a proxy in front of it, is rate limiting requests."],
  501: ["unsupported", "This version of Redis Enterprise doesn't support this request."],
  503: [
    "unreachable",
    "The node isn't responding or belongs to no cluster. Set url to the cluster's name or to another node.",
  ],
  505: ["unsupported", "This version of Redis Enterprise does not speak version 1 of the REST API."],
};

const byCode: Readonly<Record<string, string>> = {
  ...networkErrors({
    owner: "cluster",
    nothingListens: "the node is down, or the port is not the REST API's (9443).",
    hostName: "The host name in url",
    otherName: "Set tls.serverName to the cluster's name, or use that in url.",
    untrusted:
      "Set tls.ca to the PEM file of its authority; a cluster signs its own certificate unless that was changed.",
  }),
  ECONNRESET: "The connection was cut. Is it the REST API's port (9443)?",
  EPROTO: "The port does not speak TLS. The REST API's is 9443.",
};

const byDeadline: Record<DeadlineError["stage"], string> = {
  connect: hostSilent,
  tls: "The TLS handshake did not end in time. Is it the REST API's port (9443)?",
  answer: "The cluster accepted the connection but did not answer in time.",
};

const brokenOff = "The connection ended before the answer was complete.";

const byAnswer: Record<AnswerError["fault"], string> = {
  "too large": "The answer is larger than the agent accepts.",
  "broken off": brokenOff,
  "no answer": brokenOff,
};

const byContent: Record<ContentError["fault"], Explanation> = {
  page: [
    "unreachable",
    "A web page came instead of the REST API's answer: from a proxy, or from the admin UI (8443). The REST API's port is 9443.",
  ],
  "no JSON": ["unreachable", "The answer is not the JSON that the REST API gives."],
  "unknown form": ["unsupported", "The answer has a form that this version of the agent does not know."],
  "no identity": [
    "unsupported",
    "The answer lacks the cluster's name or creation time, which identify it. Set key instead.",
  ],
};

const byRedirect: Record<RedirectError["fault"], string> = {
  "no https": "The cluster redirects to an address without TLS, where the password would be readable.",
  elsewhere:
    "The cluster redirects to a host or port that its certificate does not cover. If it is one of its nodes, name it in nodes.",
  "in a circle": `The redirects never end. ${notApi}`,
};

/** Explains an exception of a request. It never returns text of the server. */
export function explain(error: unknown): Failure {
  if (error instanceof Refusal) return failure(ofStatus(error.status), String(error.status));
  if (error instanceof DeadlineError)
    return failure(["unreachable", byDeadline[error.stage]], `DEADLINE_${error.stage}`);
  if (error instanceof AnswerError) return failure(["unreachable", byAnswer[error.fault]], error.fault);
  if (error instanceof ContentError) return failure(byContent[error.fault], error.fault);
  if (error instanceof RedirectError)
    return failure(["unreachable", byRedirect[error.fault]], `redirect ${error.fault}`);
  const code = codeOf(error);
  const known = byCode[code] ?? (code.startsWith("ERR_SSL_") ? byCode["EPROTO"] : undefined);
  return failure(["unreachable", known ?? `The connection failed (${code}).`], code);
}

function ofStatus(status: number): Explanation {
  return byStatus[status] ?? ["unreachable", `The cluster answered with an error (${status}).`];
}

function failure([status, message]: Explanation, code: string): Failure {
  return { status, message, code };
}

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return "UNKNOWN";
  return "code" in error && typeof error.code === "string" ? error.code : error.name;
}

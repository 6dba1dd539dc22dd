import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import https from "node:https";
import { setTimeout as sleep } from "node:timers/promises";
import { isOwnName, misdirected } from "../../server.ts";
import { host } from "@shardwatch/server/machine/ports";
import {
  clusterBody,
  databasesBody,
  licenseBody,
  nodesBody,
  shardsBody,
  statsBody,
  toJson,
} from "./bodies.ts";
import type { Body } from "./bodies.ts";
import type { Certificate } from "./certificate.ts";
import { applyForm, applySettings, controlPage } from "./control.ts";
import { misbehave } from "./faults.ts";
import { type ClusterState, newCluster } from "./state.ts";

export interface SeenRequest {
  method: string;
  /** Path and query. */
  path: string;
  /** The host that was asked, without its port. */
  host: string;
  authorization: string | undefined;
}

export interface RedisEnterprise {
  port: number;
  /** What the cluster is, and what goes wrong; changes count from the next request on. */
  state: ClusterState;
  /** Every request to the API so far. */
  requests: SeenRequest[];
  stop(): Promise<void>;
}

export interface RedisEnterpriseOptions {
  certificate: Pick<Certificate, "cert" | "key">;
  /** A free one unless given. */
  port?: number;
  cluster?: Partial<ClusterState>;
}

/** The REST API of a Redis Enterprise cluster on this machine, over TLS, with what makes it fail under /control. */
export async function startRedisEnterprise(options: RedisEnterpriseOptions): Promise<RedisEnterprise> {
  const { certificate, port = 0, cluster } = options;
  const state = newCluster(cluster);
  const requests: SeenRequest[] = [];
  const server = https.createServer({ cert: certificate.cert, key: certificate.key }, (request, response) => {
    // A client that went away in the middle of an answer is no fault of ours.
    request.on("error", () => undefined);
    response.on("error", () => undefined);
    if (!isOwnName(request.headers.host, request.socket.localPort ?? 0))
      return void response.writeHead(misdirected.status).end(misdirected.text);
    const url = URL.parse(request.url ?? "/", "https://cluster");
    if (!url) return void response.writeHead(400).end();
    const isControl = url.pathname === "/control";
    if (!isControl) requests.push(seen(request));
    const answering = isControl ? control(state, request, response) : answer(state, request, response, url);
    // A form that breaks off, or a redirect that no header can hold.
    answering.catch(() => response.destroy());
  });
  // A caller that does not trust us ends the handshake.
  server.on("tlsClientError", () => undefined);
  server.listen(port, host);
  await once(server, "listening");
  const address = server.address();
  return {
    port: address !== null && typeof address === "object" ? address.port : port,
    state,
    requests,
    stop: async () => {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

function seen({ method = "", url = "", headers }: IncomingMessage): SeenRequest {
  return { method, path: url, host: hostOf(headers.host), authorization: headers.authorization };
}

const hostOf = (header = ""): string => header.replace(/:\d+$/, "");

async function answer(
  state: ClusterState,
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
): Promise<void> {
  const target = redirect(state, request);
  if (target !== undefined) return void response.writeHead(307, { location: target }).end();
  const fault = state.faults[url.pathname] ?? state.faults["*"] ?? "works";
  const usual = (): string => toJson(bodyOf(state, url) ?? {});
  if (misbehave(fault, request, response, usual)) return;
  if (fault === "slow") await sleep(state.delayMs);
  const [status, body] = regular(state, request, url);
  response.writeHead(status, { "content-type": "application/json" });
  response.end(body === undefined ? "" : toJson(body));
}

function redirect({ masterHost, redirectTo }: ClusterState, request: IncomingMessage): string | undefined {
  if (redirectTo !== "") return redirectTo;
  const { host: asked = "" } = request.headers;
  if (masterHost === "" || hostOf(asked) === masterHost) return undefined;
  const [, port = "443"] = /:(\d+)$/.exec(asked) ?? [];
  return `https://${masterHost}:${port}${request.url}`;
}

/** The answer of a cluster in which nothing goes wrong: status and body. */
function regular(state: ClusterState, request: IncomingMessage, url: URL): [number, Body] {
  const { email, password, role } = state.user;
  const expected = `Basic ${Buffer.from(`${email}:${password}`).toString("base64")}`;
  if (request.headers.authorization !== expected) return [401, undefined];
  if (request.method !== "GET") return [405, undefined];
  if (role === "none") return [403, { error_code: "insufficient_permissions", message: "no permission" }];
  const body = bodyOf(state, url);
  return body === undefined ? [404, undefined] : [200, body];
}

function bodyOf(state: ClusterState, { pathname, searchParams }: URL): Body {
  if (pathname === "/v1/cluster") return clusterBody(state);
  if (pathname === "/v1/license") return licenseBody(state);
  if (pathname === "/v1/nodes") return nodesBody(state);
  if (pathname === "/v1/bdbs") return databasesBody(state, searchParams.get("fields"));
  if (pathname === "/v1/bdbs/stats/last") return statsBody(state, searchParams.get("metrics"));
  return pathname === "/v1/shards" ? shardsBody(state) : undefined;
}

/** Only our own page may send the form: a page from elsewhere in the same browser names its own origin. */
function comesFromHere({ headers }: IncomingMessage): boolean {
  const { origin, host: asked = "" } = headers;
  return origin === undefined || origin === `https://${asked}`;
}

/** A page for people, and the same as JSON for programs. */
async function control(
  state: ClusterState,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (request.method !== "POST")
    return void response.writeHead(200, { "content-type": "text/html" }).end(await controlPage(state));
  if (!comesFromHere(request)) return void response.writeHead(403).end();
  const text = await bodyText(request);
  const isJson = request.headers["content-type"]?.startsWith("application/json") === true;
  const understood = isJson ? applySettings(state, text) : applyForm(state, text);
  if (!understood) return void response.writeHead(400).end("These settings do not exist.");
  response.writeHead(isJson ? 204 : 303, isJson ? {} : { location: "/control" }).end();
}

const longestBody = 65_536;

async function bodyText(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of request) {
    text += String(chunk);
    if (text.length > longestBody) return "";
  }
  return text;
}

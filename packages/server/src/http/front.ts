import type { RequestListener } from "node:http";
import type { Log } from "@shardwatch/core/ports/log";
import type { ServerSettings } from "../settings/settings.ts";
import { clientAddress } from "./client-address.ts";
import { type Fetch, listenerOf } from "./listener.ts";

/** Answers what it is for, and says whether it did. */
type Probes = (...asked: Parameters<RequestListener>) => boolean;

type ProxySettings = Pick<ServerSettings, "isTrustedProxy" | "hasTrustedProxies">;

/** The API, to which callers are known by their addresses. */
export function apiListener(fetch: Fetch, { isTrustedProxy, hasTrustedProxies }: ProxySettings, log: Log) {
  let hasWarned = hasTrustedProxies;
  return listenerOf((request, env) => {
    if (!hasWarned && env.incoming.headers["x-forwarded-for"] !== undefined) {
      hasWarned = true;
      log.warn("X-Forwarded-For came, but no proxy is trusted: all who come through it share one address", {
        set: "TRUSTED_PROXIES",
      });
    }
    return fetch(request, { ...env, clientAddress: clientAddress(env.incoming, isTrustedProxy) });
  });
}

/** Probes first, at any host: orchestrators ask by the address of a container. */
export const withProbes =
  (probes: Probes, others: RequestListener): RequestListener =>
  (request, response) => {
    if (!probes(request, response)) others(request, response);
  };

/** The web application, and the API below a path of the same origin. The API never sees that path. */
export function oneOrigin(prefix: string, api: RequestListener, web: RequestListener): RequestListener {
  return (request, response) => {
    const { url = "/" } = request;
    const rest = url.startsWith(prefix) ? url.slice(prefix.length) : undefined;
    if (rest === undefined || !/^(?:[/?]|$)/.test(rest)) return web(request, response);
    request.url = rest.startsWith("/") ? rest : `/${rest}`;
    api(request, response);
  };
}

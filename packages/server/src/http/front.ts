import type { RequestListener } from "node:http";
import type { ServerSettings } from "../settings/settings.ts";
import { clientAddress } from "./client-address.ts";
import { type Fetch, listenerOf } from "./listener.ts";

/** Answers what it is for, and says whether it did. */
type Probes = (...asked: Parameters<RequestListener>) => boolean;

/** The API, to which callers are known by their addresses. */
export const apiListener = (fetch: Fetch, { isTrustedProxy }: Pick<ServerSettings, "isTrustedProxy">) =>
  listenerOf((request, env) =>
    fetch(request, { ...env, clientAddress: clientAddress(env.incoming, isTrustedProxy) }),
  );

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

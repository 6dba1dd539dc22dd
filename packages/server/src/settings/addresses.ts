import * as z from "zod";
import { port, webAddress, withoutSlash } from "./fields.ts";

/** Environment variables about where browsers and agents find the product, and where it listens. */
export const addressVariables = {
  PUBLIC_URL: webAddress.optional(),
  PUBLIC_API_URL: webAddress.optional(),
  BIND: z.string().default("127.0.0.1"),
  PORT: port(8080),
  API_PORT: port(8081),
};

const schema = z.object(addressVariables);

/** The addresses, and one line for each fault between them. */
export function addressesOf(read: z.output<typeof schema>) {
  const web = new URL(read.PUBLIC_URL ?? `http://localhost:${read.PORT}`);
  const api = new URL(read.PUBLIC_API_URL ?? `${web.origin}/api`);
  const path = withoutSlash(api.pathname);
  const isShared = api.origin === web.origin;
  const faults = [
    ...(isPlain(web) && web.pathname === "/" ? [] : ["PUBLIC_URL: must have no path, name, ? or #"]),
    ...(isPlain(api) ? [] : ["PUBLIC_API_URL: must have no name, ? or #"]),
    ...(api.protocol === web.protocol ? [] : ["PUBLIC_API_URL: must have the scheme of PUBLIC_URL"]),
    ...(isShared && path === "" ? ["PUBLIC_API_URL: must have a path at the origin of PUBLIC_URL"] : []),
    ...(isShared && /^\/(?:assets|health|ready)(?:\/|$)/.test(path)
      ? ["PUBLIC_API_URL: must not have a path of the web application or of the probes"]
      : []),
    ...(!isShared && path !== "" ? ["PUBLIC_API_URL: must have no path at an origin of its own"] : []),
    ...(!isShared && read.PORT === read.API_PORT
      ? [`API_PORT: must differ from PORT, both are ${read.PORT}`]
      : []),
  ];
  const addresses = {
    webUrl: web.origin,
    apiUrl: `${api.origin}${path}`,
    /** The path of the API at the web application's origin, such as "/api"; undefined at an origin of its own. */
    apiPrefix: isShared ? path : undefined,
    isSecure: web.protocol === "https:",
    bind: read.BIND,
    port: read.PORT,
    /** Used only for an API at an origin of its own. */
    apiPort: read.API_PORT,
  };
  return { addresses, faults };
}

const isPlain = ({ username, password, search, hash }: URL): boolean =>
  [username, password, search, hash].every((part) => part === "");

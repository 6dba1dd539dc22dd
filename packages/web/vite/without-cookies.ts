import type { Plugin } from "vite";

/**
 * Leaves out how cookies are written. Hono's client can send cookies that a caller names, and a browser sends ours by
 * itself.
 */
export const withoutCookies: Plugin = {
  name: "without-cookies",
  load: {
    filter: { id: /[\\/]hono[\\/]dist[\\/]utils[\\/]cookie\.js$/ },
    handler: () => "export const serialize = () => { throw new Error('cookies'); };",
  },
};

import { nearest } from "@shardwatch/core/kit/suggest";
import { type OpenIdReading, openIdVariables, readOpenId } from "@shardwatch/core/provider-session/settings";
import type { Variables } from "./read.ts";

/** Needed unless people have an OpenID provider. */
const ofRedisCloud = ["PROVIDER_API_URL", "PROVIDER_SITE_URL", "MARKETING_SITE_URL"];

/** How people sign in, and one line for each variable that is missing or wrong for it. */
export function readSignIn(variables: Variables): OpenIdReading {
  const { openId, faults: ofOpenId } = readOpenId(variables);
  const faults = [...misspelt(variables), ...ofOpenId];
  if (openId !== undefined || faults.length > 0) return { openId, faults };
  const missing = ofRedisCloud.filter((name) => !variables[name]);
  const ways = "is required, or OIDC_ISSUER for sign-in at an OpenID provider";
  return { openId, faults: missing.map((name) => `${name}: ${ways}`) };
}

/**
 * A misspelt group would let everybody in. Names that are near to none are left alone: Kubernetes sets variables for
 * each service of a namespace, such as OIDC_SERVICE_HOST.
 */
function misspelt(variables: Variables): string[] {
  return Object.keys(variables)
    .filter(
      (name) => name.startsWith("OIDC_") && variables[name] && !openIdVariables.some((one) => one === name),
    )
    .flatMap((name) => {
      const meant = nearest(name, openIdVariables);
      return meant === undefined ? [] : [`${name}: is no setting; did you mean ${meant}?`];
    });
}

import type { WebConfig } from "@shardwatch/core/contract/config";

/**
 * Headers of every answer with a page or a part of one. Scripts and styles come from our own origin only;
 * calls go to our API and to the provider; nobody may put us into a frame.
 */
export function securityHeaders({ apiUrl, providerApiUrl }: WebConfig): Record<string, string> {
  const servers = new Set([apiUrl, providerApiUrl].map((address) => new URL(address).origin));
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "manifest-src 'self'",
    `connect-src 'self' ${[...servers].join(" ")}`,
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ];
  return {
    "content-security-policy": policy.join("; "),
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
    "referrer-policy": "strict-origin-when-cross-origin",
    "x-content-type-options": "nosniff",
  };
}

import type { WebConfig } from "./config.ts";

/**
 * Headers of every answer with a page or a part of one. Scripts and styles come from our own origin only.
 * Calls go to our API, the provider and the marketing site. The only frame is the feedback form. No site may
 * show us in a frame.
 */
export function pageHeaders(config: WebConfig) {
  const { apiUrl, providerApiUrl, marketingSiteUrl, feedbackFormUrl } = config;
  const originOf = (address: string) => new URL(address).origin;
  const servers = new Set([apiUrl, providerApiUrl, marketingSiteUrl].map(originOf));
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "manifest-src 'self'",
    `connect-src 'self' ${[...servers].join(" ")}`,
    `frame-src ${feedbackFormUrl === null ? "'none'" : originOf(feedbackFormUrl)}`,
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

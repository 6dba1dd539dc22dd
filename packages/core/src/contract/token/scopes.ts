/** What a token may do: each scope with its name and what it opens, as people choose it. */
export const tokenScopes = {
  metrics: { name: "Metrics", opens: "Scrape metrics with Prometheus" },
  read: {
    name: "Read",
    opens: "Read deployments, databases, history, changes and incidents; includes metrics",
  },
  audit: { name: "Audit", opens: "Read the audit log" },
  incidents: { name: "Incidents", opens: "Acknowledge incidents, and silence" },
  rules: { name: "Rules", opens: "Write rules, change shared views, and say which versions are patched" },
  channels: { name: "Channels", opens: "Change notification channels and routes" },
  sources: { name: "Sources", opens: "Create and revoke agent keys, and connect accounts" },
} as const satisfies Record<string, { name: string; opens: string }>;

export type TokenScope = keyof typeof tokenScopes;

export const allScopes = Object.keys(tokenScopes) as TokenScope[];

/** Whether these scopes open what needs that one. */
export const opens = (held: readonly string[], needed: TokenScope): boolean =>
  held.includes(needed) || (needed === "metrics" && held.includes("read"));

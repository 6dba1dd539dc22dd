import * as z from "zod";

/** `/config.json`: what the web application must know of its environment. One build serves all of them. */
export const webConfig = z.object({
  environment: z.enum(["local", "preview", "production"]),
  apiUrl: z.url(),
  providerApiUrl: z.url().describe("The provider's API, e.g. https://cloud.redis.io/api/v1"),
  providerSiteUrl: z.url().describe("The provider's pages for people"),
  features: z.object({ elasticache: z.boolean() }),
  supportEmail: z.string(),
  links: z.object({ terms: z.url(), privacy: z.url(), documentation: z.url(), agentReleases: z.url() }),
});
export type WebConfig = z.infer<typeof webConfig>;

import type { WebConfig } from "@shardwatch/core/contract/config";
import type { ProductSettings } from "../settings/product.ts";

/** `/config.json` of a server. */
export const serverWebConfig = (settings: ProductSettings): WebConfig => ({
  // The web application names every other environment on each page.
  environment: "production",
  apiUrl: settings.apiUrl,
  providerApiUrl: settings.providerApiUrl,
  providerSiteUrl: settings.providerSiteUrl,
  marketingSiteUrl: settings.marketingSiteUrl,
  feedbackFormUrl: settings.feedbackFormUrl,
  ...(settings.openId && { openId: { name: settings.openId.name } }),
  features: { elasticache: settings.elastiCache },
  awsAccountId: settings.awsAccountId,
  quickCreate: settings.quickCreate,
  providerCsrf: settings.providerCsrf,
  supportEmail: settings.supportEmail,
  links: settings.links,
});

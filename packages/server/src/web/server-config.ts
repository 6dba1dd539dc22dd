import type { WebConfig } from "@shardwatch/core/contract/config";
import type { ServerSettings } from "../settings/settings.ts";

/** `/config.json` of a server. */
export function serverWebConfig(settings: ServerSettings): WebConfig {
  const { apiUrl, providerApiUrl, providerSiteUrl, marketingSiteUrl, feedbackFormUrl, links } = settings;
  return {
    // The web application names every other environment on each page.
    environment: "production",
    apiUrl,
    providerApiUrl,
    providerSiteUrl,
    marketingSiteUrl,
    feedbackFormUrl,
    features: { elasticache: settings.elastiCache },
    ...(settings.awsAccountId !== undefined && { awsAccountId: settings.awsAccountId }),
    ...(settings.roleTemplateUrl !== undefined && {
      quickCreate: { consoleUrl: "https://console.aws.amazon.com", templateUrl: settings.roleTemplateUrl },
    }),
    ...(settings.openId && { openId: { name: settings.openId.name } }),
    ...(settings.providerCsrf !== undefined && { providerCsrf: settings.providerCsrf }),
    supportEmail: settings.supportEmail,
    links,
  };
}

import type { WebConfig } from "@shardwatch/core/contract/config";
import { agentDownloadPath } from "../agent-download.ts";
import type { LocalSettings } from "../settings.ts";

/** `/config.json` of the local run. */
export function localWebConfig(settings: LocalSettings): WebConfig {
  const { apiUrl, providerApiUrl, providerSiteUrl, marketingSiteUrl, feedbackFormUrl } = settings;
  return {
    environment: "local",
    apiUrl,
    providerApiUrl,
    providerSiteUrl,
    marketingSiteUrl,
    feedbackFormUrl,
    ...(settings.openId && { openId: { name: settings.openId.name } }),
    features: { elasticache: settings.elastiCache, demoData: settings.seed },
    ...(settings.awsAccountId !== undefined && { awsAccountId: settings.awsAccountId }),
    ...(settings.awsUrl !== null && {
      quickCreate: { consoleUrl: `${settings.awsUrl}/console`, templateUrl: `${settings.awsUrl}/role.json` },
    }),
    supportEmail: "support@example.com",
    links: {
      terms: `${providerSiteUrl}/terms`,
      privacy: `${providerSiteUrl}/privacy`,
      documentation: `${providerSiteUrl}/documentation`,
      agentReleases: `${apiUrl}${agentDownloadPath}`,
      agentDownload: `${apiUrl}${agentDownloadPath}`,
    },
  };
}

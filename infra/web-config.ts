import { webConfig } from "../packages/core/src/contract/config.ts";
import { awsAccountId, domain, environment, required } from "./settings.ts";

const { FEEDBACK_FORM_URL, ROLE_TEMPLATE_URL } = process.env;

/** What this stage serves as /config.json. */
export const config = webConfig.parse({
  environment: environment.ENVIRONMENT,
  apiUrl: `https://api.${domain}`,
  providerApiUrl: required("PROVIDER_API_URL"),
  providerSiteUrl: required("PROVIDER_SITE_URL"),
  marketingSiteUrl: required("MARKETING_SITE_URL"),
  feedbackFormUrl: FEEDBACK_FORM_URL ?? null,
  features: { elasticache: environment.ELASTICACHE === "on" },
  awsAccountId,
  ...(ROLE_TEMPLATE_URL && {
    quickCreate: { consoleUrl: "https://console.aws.amazon.com", templateUrl: ROLE_TEMPLATE_URL },
  }),
  supportEmail: required("SUPPORT_EMAIL"),
  links: {
    terms: required("TERMS_URL"),
    privacy: required("PRIVACY_URL"),
    documentation: required("DOCUMENTATION_URL"),
    agentReleases: required("AGENT_RELEASES_URL"),
  },
});

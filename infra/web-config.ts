import { webConfig } from "../packages/core/src/contract/config.ts";
import { passkeyPlaceOf } from "../packages/core/src/contract/people/passkey-place.ts";
import { awsAccountId, domain, environment, openIdName, ownSignIn, provider, settings } from "./settings.ts";
import { variables } from "./variables.ts";

const { FEEDBACK_FORM_URL, ROLE_TEMPLATE_URL, PROVIDER_CSRF_COOKIE, PROVIDER_CSRF_HEADER } = variables;

/** What this stage serves as /config.json. */
export const config = webConfig.parse({
  environment: environment.ENVIRONMENT,
  apiUrl: `https://api.${domain}`,
  providerApiUrl: provider.apiUrl,
  providerSiteUrl: provider.siteUrl,
  marketingSiteUrl: provider.marketingUrl,
  ...(openIdName !== undefined && { openId: { name: openIdName } }),
  ...(ownSignIn && { ownSignIn: { passkeys: passkeyPlaceOf(environment.WEB_ORIGIN) } }),
  inviteAnyone: environment.INVITE_ANYONE === "on",
  mailsLinks: environment.MAILS_LINKS === "on",
  feedbackFormUrl: FEEDBACK_FORM_URL ?? null,
  features: { elasticache: environment.ELASTICACHE === "on" },
  awsAccountId,
  ...(ROLE_TEMPLATE_URL && {
    quickCreate: { consoleUrl: "https://console.aws.amazon.com", templateUrl: ROLE_TEMPLATE_URL },
  }),
  ...((PROVIDER_CSRF_COOKIE || PROVIDER_CSRF_HEADER) && {
    providerCsrf: { cookie: PROVIDER_CSRF_COOKIE, header: PROVIDER_CSRF_HEADER },
  }),
  supportEmail: settings.SUPPORT_EMAIL,
  links: {
    terms: settings.TERMS_URL,
    privacy: settings.PRIVACY_URL,
    documentation: settings.DOCUMENTATION_URL,
    agentReleases: settings.AGENT_RELEASES_URL,
  },
});

import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { accountAddresses, addressFields } from "@shardwatch/core/adapters/account-addresses";
import type { AddressRules } from "@shardwatch/core/contract/channel/webhook-address";
import type { WebConfig } from "@shardwatch/core/contract/config";
import type { OpenIdSettings } from "@shardwatch/core/provider-session/settings";
import { awsAccount } from "@shardwatch/functions/environment";
import * as z from "zod";
import { emails, logForm, mailFrom, onOff, smtpUrl, webAddress, withoutSlash } from "./fields.ts";

/** Environment variables of the product that a server and the local run read. */
export const productVariables = {
  PROVIDER_API_URL: webAddress.optional(),
  PROVIDER_SITE_URL: webAddress.optional(),
  MARKETING_SITE_URL: webAddress.optional(),
  FEEDBACK_FORM_URL: webAddress.optional(),
  PROVIDER_COOKIE: z.string().regex(/^\w+$/, "must be the name of a cookie").default("JSESSIONID"),
  PROVIDER_VOUCHES_FOR_EMAILS: onOff.default("off"),
  WEB_DIST: z.string().default(fileURLToPath(new URL("../../../web/dist", import.meta.url))),
  SUPER_ADMIN_EMAILS: emails.optional(),
  ...addressFields(webAddress.optional()),
  ELASTICACHE: onOff.default("off"),
  AWS_REGION: z.string().default("us-east-1"),
  AWS_ACCOUNT_ID: awsAccount.optional(),
  INVITE_ANYONE: onOff.default("off"),
  SMTP_URL: smtpUrl.optional(),
  MAIL_FROM: mailFrom.optional(),
  SHARDWATCH_LOG: logForm.default("json"),
};

const schema = z.object(productVariables);

/** What the settings of Redis Cloud's sign-in are where no variable says so. */
type UsualProvider = Record<"providerApiUrl" | "providerSiteUrl" | "marketingSiteUrl", string>;

/** What the variables say, in the words of the product. */
export function productOf(read: z.output<typeof schema>, usual: UsualProvider) {
  const { SMTP_URL: url, MAIL_FROM: from } = read;
  return {
    providerApiUrl: withoutSlash(read.PROVIDER_API_URL ?? usual.providerApiUrl),
    providerSiteUrl: withoutSlash(read.PROVIDER_SITE_URL ?? usual.providerSiteUrl),
    marketingSiteUrl: withoutSlash(read.MARKETING_SITE_URL ?? usual.marketingSiteUrl),
    /** Null where there is no feedback form. */
    feedbackFormUrl: read.FEEDBACK_FORM_URL ?? null,
    /** Name of the provider's session cookie. */
    providerCookie: read.PROVIDER_COOKIE,
    /** Whether every email of the provider counts although its answers do not say that it is verified. */
    vouchesForEmails: read.PROVIDER_VOUCHES_FOR_EMAILS === "on",
    /** Folder of the built web application. */
    webDist: resolve(read.WEB_DIST),
    superAdminEmails: read.SUPER_ADMIN_EMAILS ?? [],
    accountAddresses: accountAddresses(read),
    /** Whether AWS accounts can be connected. */
    elastiCache: read.ELASTICACHE === "on",
    awsRegion: read.AWS_REGION,
    /** Our own account there, where it is known. */
    awsAccountId: read.AWS_ACCOUNT_ID,
    /** Whether people are invited by their email alone where they sign in with Redis Cloud. Elsewhere they always are. */
    inviteAnyone: read.INVITE_ANYONE === "on",
    /** A mail server, and the sender of mails; undefined where there is none. */
    mail: url !== undefined && from !== undefined ? { url, from } : undefined,
    log: read.SHARDWATCH_LOG,
  };
}

/** The settings of the product: those of `productOf`, and those that a server and the local run find out differently. */
export interface ProductSettings
  extends
    ReturnType<typeof productOf>,
    Pick<WebConfig, "quickCreate" | "providerCsrf" | "supportEmail" | "links"> {
  /** The origin of the web application, without a slash at the end. */
  webUrl: string;
  /** Where programs reach the API, without a slash at the end. */
  apiUrl: string;
  /** Whether browsers come by https. */
  isSecure: boolean;
  /** Undefined where people sign in with a Redis Cloud account, or without a provider. */
  openId: OpenIdSettings | undefined;
  /** Whether people are known here alone, by links and passkeys. */
  ownSignIn: boolean;
  /** The name of the one organization that people enter; undefined where each of them gets one. */
  sharedOrganization: string | undefined;
  /** Whether links are mailed. */
  mailsLinks: boolean;
  webhookAddresses: AddressRules;
  /** The web application names every other than production on each page. */
  environment: WebConfig["environment"];
  /** Whether there is demo data. */
  seed?: boolean;
}

/** Whether people are invited by their email alone, whether they have an account or not. */
export const invitesAnyone = ({
  openId,
  ownSignIn,
  inviteAnyone,
}: Pick<ProductSettings, "openId" | "ownSignIn" | "inviteAnyone">): boolean =>
  inviteAnyone || ownSignIn || openId !== undefined;

import * as z from "zod";
import { passkeyPlaces } from "./people/passkey-place.ts";

/** `/config.json`: the environment of the web application. One build serves all environments. */
export const webConfig = z.object({
  environment: z.enum(["local", "preview", "production"]),
  apiUrl: z.url(),
  providerApiUrl: z.url().describe("The provider's API, e.g. https://cloud.redis.io/api/v1"),
  providerSiteUrl: z.url().describe("The provider's pages for people"),
  marketingSiteUrl: z.url().describe("The site that takes sign-ups, e.g. https://redis.io"),
  feedbackFormUrl: z.url().nullable().describe("The form shown in a frame; null where there is none"),
  openId: z
    .object({ name: z.string().min(1).describe("What the button calls the provider") })
    .optional()
    .describe(
      "People sign in at an OpenID provider, by GET /auth/oidc/start; then the addresses of Redis Cloud's provider are not used. " +
        "Absent: they sign in with a Redis Cloud account",
    ),
  ownSignIn: z
    .object({ passkeys: z.enum(passkeyPlaces).describe("Whether browsers make passkeys at this address") })
    .optional()
    .describe("People are known here alone, by links and passkeys, and no address of a provider is used"),
  inviteAnyone: z.boolean().optional().describe("Whether people are invited by their email alone"),
  mailsLinks: z.boolean().optional().describe("Whether links are mailed, to sign in and of invitations"),
  features: z.object({
    elasticache: z.boolean(),
    demoLogins: z
      .object({
        password: z.string(),
        people: z.array(z.object({ email: z.string(), what: z.string().describe("Who that is") })),
      })
      .optional()
      .describe("Only on one machine: people of the simulated provider, whom the sign-in page offers"),
    demoData: z.boolean().optional().describe("Only on one machine: whether the API adds demo data"),
  }),
  awsAccountId: z
    .string()
    .regex(/^\d{12}$/, "must be 12 digits")
    .optional()
    .describe("Our AWS account, which customers let into theirs; a placeholder is shown without it"),
  quickCreate: z
    .object({ consoleUrl: z.url(), templateUrl: z.url() })
    .optional()
    .describe("AWS's console, and where our template of the customer's role lies in S3"),
  providerCsrf: z
    .object({ cookie: z.string().min(1), header: z.string().min(1) })
    .optional()
    .describe("Where the provider leaves its CSRF token, and in which header it wants it back"),
  supportEmail: z.string().optional().describe("What is absent here and in links is not shown"),
  links: z.object({
    terms: z.url().optional(),
    privacy: z.url().optional(),
    documentation: z.url().optional().describe("The provider's documentation of keys for its API"),
    agentReleases: z.url().optional().describe("Where the agent is downloaded"),
    agentDownload: z
      .url()
      .optional()
      .describe("Only on one machine: the folder with shardwatch-agent.mjs and SHA256SUMS"),
  }),
});
export type WebConfig = z.infer<typeof webConfig>;

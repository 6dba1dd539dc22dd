import * as z from "zod";
import { role } from "./roles.ts";

/** The signed-in person, as in the answer of `POST /me`. */
export const user = z.object({
  id: z.string(),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  roles: z.array(role),
  redisCloudId: z
    .string()
    .describe(
      "The provider's own id of this user: digits of Redis Cloud, or issuer and subject of an OpenID provider",
    ),
  organization: z
    .object({
      id: z.string(),
      name: z.string(),
      onlyAdminsManageSources: z
        .boolean()
        .optional()
        .describe("Whether API keys and integrations are left to its admins"),
    })
    .nullable(),
});
export type User = z.infer<typeof user>;

/** The answer of a sign-out that the browser has to continue. */
export const signedOut = z.object({
  continueAt: z.string().describe("The provider's page that ends its own session"),
});

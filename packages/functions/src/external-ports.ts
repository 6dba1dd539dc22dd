import type { Services } from "@shardwatch/core/access/context";
import { integrationSources } from "@shardwatch/core/contract/source/source";
import type { AccountApis } from "@shardwatch/core/ports/accounts";
import type { Environment } from "./environment.ts";
import type { IdentityProvider } from "@shardwatch/core/ports/identity";

/**
 * The ports to other services that only some functions need. Each function names its own at its entry, so its
 * bundle does not include the clients of the others.
 */
export type ExternalPorts = Pick<
  Services,
  "queue" | "vault" | "accounts" | "roleTrials" | "webhooks" | "mailer" | "webAuthentication"
>;

const refuse = () => {
  throw new Error("this function has no such port");
};

/** The identity provider of a function that signs nobody in: it knows only whether there is one. */
export const noIdentity = ({ SIGN_IN }: Pick<Environment, "SIGN_IN">): IdentityProvider => ({
  cookieName: "",
  whoIs: refuse,
  signOut: refuse,
  ...(SIGN_IN === "links" && { isOwn: true }),
});

const none = new Proxy({}, { get: refuse }) as never;
const noAccounts = Object.fromEntries(
  integrationSources.map((source) => [source, none]),
) as unknown as AccountApis;

/** Ports that a function does not have: any use of them is a defect. */
export const noExternalPorts = (): ExternalPorts => ({
  queue: none,
  vault: none,
  accounts: noAccounts,
  roleTrials: none,
  webhooks: none,
  mailer: none,
  webAuthentication: none,
});

import type { VaultKind } from "../packages/core/src/adapters/vault-context.ts";
import { isProduction } from "./settings.ts";

/**
 * Encrypts the customers' keys of Redis Cloud, and the addresses and secrets of their channels. Deleting it destroys all
 * of them, after a waiting period of a month. In production a deployment that would delete or replace it stops, and it
 * outlives its declaration.
 */
const key = new aws.kms.Key(
  "Vault",
  {
    description: "Seals the customers' API keys of Redis Cloud, and addresses and secrets of their channels",
    enableKeyRotation: true,
    deletionWindowInDays: isProduction ? 30 : 7,
  },
  { protect: isProduction, retainOnDelete: isProduction },
);

export const vaultKeyArn = key.arn;

type Permission = sst.aws.FunctionPermissionArgs;

/** Rights on it, only for what belongs to this application, and only for secrets of these kinds. */
const right = (action: string, test: string, kinds: readonly VaultKind[]): Permission => ({
  actions: [action],
  resources: [key.arn],
  conditions: [
    { test: "StringEquals", variable: "kms:EncryptionContext:application", values: ["shardwatch"] },
    { test, variable: "kms:EncryptionContext:kind", values: [...kinds] },
  ],
});

/** Holds for a call that names one of the kinds. */
const named = "StringEquals";
/** Holds for a call without a kind, too: 0.3.0 and before sealed without one. 0.5.0 takes `named` everywhere. */
const namedOrFormer = "StringEqualsIfExists";

const anything = ["account", "channel"] as const;

/** For the API. While a release is deployed, the code of the one before still seals without a kind. */
export const sealing = right("kms:Encrypt", namedOrFormer, anything);

/** For the worker that reads accounts. It also seals anew what a former release sealed, accounts and channels. */
export const openingAccounts = right("kms:Decrypt", namedOrFormer, ["account"]);
export const sealingAnew = right("kms:Encrypt", named, anything);

/** For the worker that calls addresses of customers' choice. It opens nothing of a former release. */
export const openingChannels = right("kms:Decrypt", named, ["channel"]);

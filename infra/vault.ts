import { isProduction } from "./settings.ts";

/**
 * Encrypts the customers' keys of Redis Cloud. Deleting it destroys these keys, after a waiting period of a month. In
 * production a deployment that would delete or replace it stops, and it outlives its declaration.
 */
const key = new aws.kms.Key(
  "Vault",
  {
    description: "Seals the customers' API keys of Redis Cloud",
    enableKeyRotation: true,
    deletionWindowInDays: isProduction ? 30 : 7,
  },
  { protect: isProduction, retainOnDelete: isProduction },
);

export const vaultKeyArn = key.arn;

/** Rights on it, only for what belongs to this application. */
const right = (action: string) => ({
  actions: [action],
  resources: [key.arn],
  conditions: [
    { test: "StringEquals", variable: "kms:EncryptionContext:application", values: ["shardwatch"] },
  ],
});
export const sealing = right("kms:Encrypt");
export const opening = right("kms:Decrypt");

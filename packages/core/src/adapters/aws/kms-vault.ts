import type { KMSClient, KMSClientConfig } from "@aws-sdk/client-kms";
import { Problem } from "../../kit/problem.ts";
import { sealedBytes, sealedText } from "../../kit/sealed-text.ts";
import { Secret } from "../../kit/secret.ts";
import type { Vault } from "../../ports/vault.ts";
import { contextOf, vaultContext } from "../vault-context.ts";

/**
 * Errors that may succeed on retry:
 * https://docs.aws.amazon.com/kms/latest/APIReference/API_Decrypt.html#API_Decrypt_Errors
 */
const transient = new Set([
  "ThrottlingException",
  "KMSInternalException",
  "KeyUnavailableException",
  "DependencyTimeoutException",
  "TimeoutError",
]);

/**
 * Encrypts with a key of KMS, one call for each secret. A pair of API keys fits into the 4 KB that KMS
 * encrypts itself. The client is loaded at the first use, because most calls of the API do not need it.
 */
export function createKmsVault(keyId: string, config: KMSClientConfig = {}): Vault {
  let loaded: Promise<{ kms: typeof import("./clients.ts"); client: KMSClient }> | undefined;

  async function load() {
    const kms = await import("./clients.ts");
    const client = new kms.KMSClient({
      maxAttempts: 3,
      requestHandler: { connectionTimeout: 1_000, requestTimeout: 3_000, throwOnRequestTimeout: true },
      ...config,
    });
    return { kms, client };
  }
  const open = () => (loaded ??= load());

  return {
    async seal(secret, id) {
      const { kms, client } = await open();
      const { CiphertextBlob } = await client
        .send(
          new kms.EncryptCommand({
            KeyId: keyId,
            Plaintext: Buffer.from(secret.reveal()),
            EncryptionContext: vaultContext(id),
          }),
        )
        .catch(rethrow);
      if (!CiphertextBlob) throw new Error("KMS answered without a ciphertext");
      return sealedText(CiphertextBlob);
    },
    async open(sealed, id) {
      const { kms, client } = await open();
      const { Plaintext } = await client
        .send(
          new kms.DecryptCommand({
            // Without it, KMS would use the key that the ciphertext names.
            KeyId: keyId,
            CiphertextBlob: sealedBytes(sealed),
            EncryptionContext: contextOf(sealed, id),
          }),
        )
        .catch(rethrow);
      if (!Plaintext) throw new Error("KMS answered without a plaintext");
      return new Secret(Buffer.from(Plaintext).toString());
    },
  };
}

function rethrow(error: unknown): never {
  const { name } = error as Error;
  if (!transient.has(name)) throw error;
  throw new Problem("unavailable", "The service is busy. Please try again in a moment.", {
    retryAfterSeconds: 5,
    cause: error,
  });
}

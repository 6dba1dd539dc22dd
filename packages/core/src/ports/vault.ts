import type { Secret } from "../kit/secret.ts";

/**
 * Keeps the customers' secrets encrypted. What was sealed for one integration opens for that one only, wherever the
 * text was copied to.
 */
export interface Vault {
  /** Encrypts at most 4 KB. Throws Problem "unavailable" when it cannot be done now. */
  seal(secret: Secret, integrationId: string): Promise<string>;
  /** Throws Problem "unavailable" when it cannot be done now, another error when the text was not sealed for it. */
  open(sealed: string, integrationId: string): Promise<Secret>;
}

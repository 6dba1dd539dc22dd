import type { Secret } from "../kit/secret.ts";

/**
 * Encrypts the customers' secrets. A text that was sealed for one integration opens only for that
 * integration, even when it is copied elsewhere.
 */
export interface Vault {
  /** Encrypts at most 4 KB. Throws Problem "unavailable" when it cannot be done now. */
  seal(secret: Secret, integrationId: string): Promise<string>;
  /**
   * Throws Problem "unavailable" when it cannot be done now. Throws another error when the text was not
   * sealed for this id.
   */
  open(sealed: string, integrationId: string): Promise<Secret>;
}

import type { Secret } from "../kit/secret.ts";

/**
 * Encrypts the customers' secrets. A text that was sealed for one integration or channel opens only for that
 * one, even when it is copied elsewhere. The prefix of its id is the kind of the secret.
 */
export interface Vault {
  /** Encrypts at most 4 KB. Throws Problem "unavailable" when it cannot be done now. */
  seal(secret: Secret, id: string): Promise<string>;
  /**
   * Throws Problem "unavailable" when it cannot be done now. Throws another error when the text was not
   * sealed for this id.
   */
  open(sealed: string, id: string): Promise<Secret>;
}

/* Apart from the schemas, which screens do not load. */

/** How many passkeys one person can have. */
export const mostPasskeys = 10;
export const longestPasskeyName = 60;
/** EdDSA, ES256 and RS256 of COSE: authenticators know at least one of them. */
export const passkeyAlgorithms = [-8, -7, -257];

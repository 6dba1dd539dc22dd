import type { Key } from "../table/keys.ts";

/** The fingerprint of the key that secrets are sealed with. It belongs to no organization. */
export const vaultKeyKey: Key = { pk: "PLATFORM", sk: "VAULTKEY" };

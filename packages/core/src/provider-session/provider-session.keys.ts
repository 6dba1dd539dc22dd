import type { Key } from "../table/keys.ts";

export const providerSessionKey = (hash: string): Key => ({
  pk: `PROVIDERSESSION#${hash}`,
  sk: "PROVIDERSESSION",
});

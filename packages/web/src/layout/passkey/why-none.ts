import type { PasskeyPlace } from "@shardwatch/core/contract/people/passkey-place";

/** Why links are the only way in, by the place; absent where passkeys work. */
export const whyNoPasskeys: Partial<Record<PasskeyPlace, string>> = {
  plainHttp: "Browsers allow passkeys at https addresses only, so links are the way in here.",
  ipAddress: "Browsers allow no passkeys at an IP address, so links are the way in here.",
};

import type { Services } from "../access/context.ts";
import type { Account } from "../account/account.ts";
import { passkeyPlaceOf } from "../contract/people/passkey-place.ts";
import { Problem } from "../kit/problem.ts";
import type { ExpectedAnswer } from "../ports/web-authentication.ts";

type Place = Pick<ExpectedAnswer, "origin" | "rpId">;

/** Where passkeys work; undefined where browsers make none. */
export function placeOf({ settings: { webOrigin: origin } }: Services): Place | undefined {
  return passkeyPlaceOf(origin) === "works" ? { origin, rpId: new URL(origin).hostname } : undefined;
}

/** Whether a passkey signs the person of this account in here. */
export const worksHere = (
  services: Services,
  { host, personId }: { host: string; personId: string },
  { redisCloudId }: Account,
): boolean => host === placeOf(services)?.rpId && personId === redisCloudId;

/** The same. Throws conflict where browsers make none. */
export function requirePlace(services: Services): Place {
  const place = placeOf(services);
  if (!place)
    throw new Problem("conflict", "Browsers make no passkeys at this address. Use a link to sign in.", {
      code: "PASSKEYS_NOT_HERE",
    });
  return place;
}

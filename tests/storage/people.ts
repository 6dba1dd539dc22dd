import { createHash } from "node:crypto";
import type { IdentityProvider } from "@shardwatch/core/ports/identity";
import type { Random } from "@shardwatch/core/ports/random";

/** The same bytes in every run. */
export function fixedRandom(): Random {
  let drawn = 0;
  return {
    bytes(count) {
      drawn += 1;
      const blocks = Array.from({ length: Math.ceil(count / 32) }, (_, index) =>
        createHash("sha256").update(`${drawn} ${index}`).digest(),
      );
      return Buffer.concat(blocks).subarray(0, count);
    },
  };
}

export const people = [
  "root",
  "ada",
  "bob",
  "eve",
  "carol",
  "dave",
  "frank",
  "gina",
  "hank",
  "ivy",
  "judy",
] as const;
export type Name = (typeof people)[number];

export const identityOf = (name: Name) => ({
  redisCloudId: `provider-${name}`,
  email: `${name}@example.com`,
  firstName: `${name.charAt(0).toUpperCase()}${name.slice(1)}`,
  lastName: "Fixture",
  company: `${name}'s company`,
});

/** A provider whose cookies are the people's names. */
export const provider: IdentityProvider = {
  cookieName: "JSESSIONID",
  whoIs: (cookie) => {
    const name = people.find((each) => each === cookie.reveal());
    return Promise.resolve(
      name ? { outcome: "known", identity: identityOf(name) } : { outcome: "refused", asked: true },
    );
  },
  signOut: () => Promise.resolve({ asked: true }),
};

/** Values that a reader of the rows needs and that no row has. */
export interface Handles {
  /** The end of the story, Unix epoch in milliseconds. */
  now: number;
  people: Record<Name, { accountId: string; organizationId: string; session: string }>;
  /** Composite keys. */
  keys: Record<"ada" | "bob" | "eve" | "gina", string>;
  ids: Record<"orders" | "moved" | "deleted" | "unread" | "redisCloud" | "invitation" | "acceptance", string>;
}

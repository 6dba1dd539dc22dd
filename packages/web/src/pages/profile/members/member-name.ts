import type { Member } from "@shardwatch/core/contract/people/member";

/** First and last name; empty when the provider has none. */
export const nameOf = ({ firstName, lastName }: Pick<Member, "firstName" | "lastName">): string =>
  `${firstName} ${lastName}`.trim();

import { crc32 } from "@shardwatch/core/kit/crc32";

/** The password of everybody at this provider. */
export const demoPassword = "shardwatch-demo";

export interface Person {
  /** Digits; the provider sends it as a string. */
  id: string;
  /** The same person's number in another of the provider's systems; not to be confused with `id`. */
  userId: number;
  email: string;
  firstName: string;
  lastName: string;
  account: { id: number; name: string };
}

const known: Record<string, { firstName: string; lastName: string; company: string }> = {
  "super@example.com": { firstName: "Sofia", lastName: "Lindgren", company: "Shardwatch Operations" },
  "admin@example.com": { firstName: "Marco", lastName: "Reyes", company: "Acme Data" },
  "viewer@example.com": { firstName: "Yuki", lastName: "Tanaka", company: "Acme Data" },
};

/** The logins that the local run prints. */
export const demoEmails = Object.keys(known);

/** A number that is always the same for the same text, with eight digits. */
function stableNumber(text: string): number {
  return 10_000_000 + (crc32(text) % 80_000_000);
}

function capitalized(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** Jane Doe for jane.doe@example.com. */
function strangerNamed(email: string) {
  const [name = ""] = email.split("@");
  const [firstName = "New", ...rest] = name
    .split(/[._+-]/)
    .filter(Boolean)
    .map(capitalized);
  const lastName = rest.join(" ") || "Person";
  return { firstName, lastName, company: `${firstName} ${lastName}` };
}

/**
 * The person with that email: one of the demo logins, or anybody at example.com and example.org (both are
 * reserved for examples), so that a first sign-in can be tried. Undefined for everybody else.
 */
export function personByEmail(text: string): Person | undefined {
  const email = text.trim().toLowerCase();
  if (!/^[a-z0-9][a-z0-9._+-]*@example\.(com|org)$/.test(email)) return undefined;
  const { firstName, lastName, company } = known[email] ?? strangerNamed(email);
  return {
    id: String(stableNumber(email)),
    userId: stableNumber(`user ${email}`),
    email,
    firstName,
    lastName,
    account: { id: stableNumber(`account ${company}`), name: company },
  };
}

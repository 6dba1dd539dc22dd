import { crc32 } from "node:zlib";

/** The password of everybody at this provider who did not choose one by signing up. */
export const demoPassword = "shardwatch-demo";

export interface Person {
  /** Digits; the provider sends it as a string. */
  id: string;
  /** The same person's number in another of the provider's systems; not to be confused with `id`. */
  userId: number;
  email: string;
  firstName: string;
  lastName: string;
  /** Only if it was given. */
  company: string | undefined;
  /** Only owners may create keys of the cloud API. */
  role: "owner" | "viewer";
  /** The cloud account of their own. */
  account: { id: number; name: string };
}

type Known = Pick<Person, "firstName" | "lastName" | "role"> & { company: string };

/** The admin of a second demo organization, a large one. */
export const globexEmail = "globex@example.com";
/** Somebody without organization. */
export const soloEmail = "solo@example.com";
/** Somebody who needs a second factor at every sign-in. */
export const mfaEmail = "mfa@example.com";

const known: Record<string, Known> = {
  "super@example.com": {
    firstName: "Sofia",
    lastName: "Lindgren",
    company: "Shardwatch Operations",
    role: "owner",
  },
  "admin@example.com": { firstName: "Marco", lastName: "Reyes", company: "Acme Data", role: "owner" },
  "viewer@example.com": { firstName: "Yuki", lastName: "Tanaka", company: "Acme Data", role: "viewer" },
  [globexEmail]: { firstName: "Elena", lastName: "Petrova", company: "Globex Corporation", role: "owner" },
  [soloEmail]: { firstName: "Noah", lastName: "Weber", company: "Weber Consulting", role: "owner" },
  [mfaEmail]: { firstName: "Amara", lastName: "Okafor", company: "Two Locks", role: "owner" },
};

export const knownEmails = Object.keys(known);

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
  return { firstName, lastName: rest.join(" ") || "Person" };
}

/** One form for every way in which an email is typed. */
export const plainEmail = (text: string): string => text.trim().toLowerCase();

/**
 * The person with that email: a demo login, or anybody at example.com and example.org. Both domains are
 * reserved for examples, so a first sign-in can be tried. Undefined for everybody else.
 */
export function personByEmail(text: string): Person | undefined {
  const email = plainEmail(text);
  if (!/^[a-z0-9][a-z0-9._+-]*@example\.(com|org)$/.test(email)) return undefined;
  const demo = known[email];
  const { firstName, lastName } = demo ?? strangerNamed(email);
  const accountName = demo?.company ?? `${firstName} ${lastName}`;
  return {
    ...idsOf(email),
    email,
    firstName,
    lastName,
    company: demo?.company,
    role: demo?.role ?? "owner",
    account: { id: stableNumber(`account ${accountName}`), name: accountName },
  };
}

function idsOf(email: string) {
  return { id: String(stableNumber(email)), userId: stableNumber(`user ${email}`) };
}

/** Somebody who signed up: whatever the company is called, the cloud account is a new one. */
export function newPerson(
  details: Pick<Person, "email" | "firstName" | "lastName"> & { company: string },
): Person {
  const { email, firstName, lastName, company } = details;
  const account = { id: stableNumber(`account of ${email}`), name: company || `${firstName} ${lastName}` };
  return {
    ...idsOf(email),
    email,
    firstName,
    lastName,
    company: company || undefined,
    role: "owner",
    account,
  };
}

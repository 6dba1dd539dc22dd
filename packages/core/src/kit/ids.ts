/** The one table of id prefixes. The prefix of an id shows its kind. */
export const idPrefixes = {
  account: "acc",
  accessKey: "key",
  audit: "aud",
  change: "chg",
  channel: "chn",
  delivery: "dlv",
  deployment: "dep",
  incident: "inc",
  invitation: "inv",
  message: "msg",
  notification: "ntf",
  organization: "org",
  passkey: "psk",
  redisCloud: "rcl",
  rule: "rul",
  session: "ses",
  silence: "sil",
  token: "tok",
  view: "viw",
} as const;

export type IdKind = keyof typeof idPrefixes;

/**
 * Crockford's base 32 in lower case. It has no i, l, o and u, so that ids can be read aloud without mistakes.
 */
export const idAlphabet = "0123456789abcdefghjkmnpqrstvwxyz";
const timeLength = 10;
const randomLength = 16;

/** Encodes bytes as lower-case base 32, `length` characters, from 5 bits of each byte. */
function encodeBytes(bytes: Uint8Array, length: number): string {
  let text = "";
  for (let index = 0; index < length; index += 1) text += idAlphabet[(bytes[index] ?? 0) & 31];
  return text;
}

function encodeTime(milliseconds: number): string {
  let rest = milliseconds;
  let text = "";
  for (let index = 0; index < timeLength; index += 1) {
    text = idAlphabet[rest % 32] + text;
    rest = Math.floor(rest / 32);
  }
  return text;
}

/**
 * A new id: prefix, "_" and 26 characters that sort by creation time (the layout of a ULID).
 * @param milliseconds creation time, Unix epoch in milliseconds
 * @param random at least 16 random bytes (80 bits of them are used)
 */
export function newId(kind: IdKind, milliseconds: number, random: Uint8Array): string {
  if (random.length < randomLength) throw new RangeError(`an id needs ${randomLength} random bytes`);
  return `${idPrefixes[kind]}_${encodeTime(milliseconds)}${encodeBytes(random, randomLength)}`;
}

/** When an id of `newId` was made, Unix epoch in milliseconds; undefined for a text of another form. */
export function timeOfId(id: string): number | undefined {
  const letters = /_(.{10}).{16}$/.exec(id)?.[1] ?? "?";
  const digits = Array.from(letters, (letter) => idAlphabet.indexOf(letter));
  return digits.includes(-1) ? undefined : digits.reduce((time, digit) => time * 32 + digit, 0);
}

/**
 * An id derived from a digest: the same digest always gives the same id. It identifies things that must be
 * found again, such as a deployment that an agent reports. 20 characters, 100 bits.
 * @param digest at least 20 bytes of a cryptographic hash
 */
export function derivedId(kind: IdKind, digest: Uint8Array): string {
  if (digest.length < 20) throw new RangeError("a derived id needs a digest of at least 20 bytes");
  return `${idPrefixes[kind]}_${encodeBytes(digest, 20)}`;
}

/** Whether a text has the form of an id of that kind. It does not check that the id exists. */
export function isId(kind: IdKind, text: string): boolean {
  return text.startsWith(`${idPrefixes[kind]}_`) && /^[a-z]{3}_[0-9a-z]{20,26}$/.test(text);
}

import type { AddressRules } from "../webhook-address.ts";

/** The settings by which a channel reaches its receiver. Each kind has one that is sealed, and perhaps a place. */
export const credentialNames = ["url", "token", "routingKey"] as const;
export type CredentialName = (typeof credentialNames)[number];
export const placeNames = ["conversation", "region"] as const;
export type PlaceName = (typeof placeNames)[number];

/** What a person entered of them. */
export type EnteredAddress = Partial<Record<CredentialName | PlaceName, string | undefined>>;

/** A credential in the form in which it is sealed; or why it is none. */
export type ReadCredential = { text: string; fault?: never } | { fault: string; text?: never };

/** A kind of channel that people add: what opens its receiver. How it sends is in `../../../channel/sending`. */
export interface AddedKind {
  credential: CredentialName;
  /** What a credential must be, as the end of a sentence. */
  must: string;
  /** Whether a secret of its own signs its messages. */
  isSigned: boolean;
  /** Whether a text can be a credential, before its rules are known. Host and last characters; undefined for no. */
  shown: (text: string) => string | undefined;
  /** A credential by the rules of the installation. A fault begins with the name of the setting. */
  read: (text: string, rules: AddressRules) => ReadCredential;
  /** Where within the receiver the messages go. It is no secret. */
  place?: {
    name: PlaceName;
    pattern: RegExp;
    must: string;
    /** What it is when it is left out; without one, it is required. */
    standard?: string;
  };
}

/** The last characters of a secret, by which people know which one it is. */
export const lastOf = (secret: string): string => `…${secret.slice(-4)}`;

/** Of a credential that one pattern describes. */
export function byPattern(
  name: CredentialName,
  pattern: RegExp,
  must: string,
  host: string,
): Pick<AddedKind, "credential" | "must" | "shown" | "read"> {
  return {
    credential: name,
    must,
    shown: (text) => (pattern.test(text) ? `${host}/${lastOf(text)}` : undefined),
    read: (text) => (pattern.test(text) ? { text } : { fault: `${name}: must be ${must}` }),
  };
}

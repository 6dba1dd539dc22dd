import type { NewPasskeyAnswer, PasskeyAnswer } from "../contract/people/passkey.ts";

/** What an answer has to fit. */
export interface ExpectedAnswer {
  /** 32 bytes as base64url. */
  challenge: string;
  /** Of the page, such as https://shardwatch.example. */
  origin: string;
  /** The host that the passkey is for: the id of the relying party. */
  rpId: string;
}

/** What an authenticator says at each answer. */
interface Used {
  /** How often it was used. Many authenticators do not count, and always say 0. */
  counter: number;
  /** Whether it knew the person by a PIN, a finger or a face. Otherwise somebody has touched it. */
  userVerified: boolean;
}

/** The reason is for the log. It may contain what the sender wrote. */
export interface RefusedAnswer {
  outcome: "refused";
  reason: string;
}

/** Checks the answers of authenticators, as Web Authentication Level 3, section 7 requires. Its methods never throw. */
export interface WebAuthentication {
  /** Whether an authenticator has made a passkey for this question. `publicKey` is in the form of COSE. */
  checkNew(
    answer: NewPasskeyAnswer,
    expected: ExpectedAnswer,
  ): Promise<({ outcome: "made"; publicKey: Uint8Array } & Used) | RefusedAnswer>;
  /** Whether the holder of this public key has signed the answer. It does not judge counter and verification. */
  checkSigned(
    answer: PasskeyAnswer,
    expected: ExpectedAnswer,
    publicKey: Uint8Array,
  ): Promise<({ outcome: "signed" } & Used) | RefusedAnswer>;
}

import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";
import type {
  NewPasskeyAnswer,
  NewPasskeyQuestion,
  PasskeyAnswer,
  PasskeyQuestion,
} from "@shardwatch/core/contract/people/passkey";

/** What CBOR (RFC 8949) encodes here. */
type Encoded = number | string | Uint8Array | ReadonlyMap<number | string, Encoded>;

/** The head of an item: its kind, and its value or length below 65,536. */
function head(kind: number, value: number): Buffer {
  const bits = kind << 5;
  if (value < 24) return Buffer.of(bits | value);
  return value < 256 ? Buffer.of(bits | 24, value) : Buffer.of(bits | 25, value >> 8, value & 255);
}

function cbor(value: Encoded): Buffer {
  if (typeof value === "number") return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === "string")
    return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value]);
  const pairs = [...value].flatMap(([key, of]) => [cbor(key), cbor(of)]);
  return Buffer.concat([head(5, value.size), ...pairs]);
}

const sha256 = (data: string | Uint8Array) => createHash("sha256").update(data).digest();
const base64url = (data: Uint8Array) => Buffer.from(data).toString("base64url");

/** What an authenticator reads of a question. */
interface WhatMatters extends Pick<NewPasskeyQuestion, "challenge"> {
  rp: Pick<NewPasskeyQuestion["rp"], "id">;
  user: Pick<NewPasskeyQuestion["user"], "id">;
}

export interface AuthenticatorOptions {
  /** Of the page that asks. */
  origin: string;
  /** Whether it knows its person by a PIN. */
  verifies: boolean;
  /** How often it was used. One that does not count always says 0. */
  counter: number;
}

/** An authenticator that holds one passkey, and signs whatever it is asked: a browser would check first. */
export function createAuthenticator(options: AuthenticatorOptions) {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const { x = "", y = "" } = publicKey.export({ format: "jwk" });
  const id = randomBytes(32);
  let holder: string | undefined;

  const clientData = (type: string, challenge: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: options.origin, crossOrigin: false }));

  function authenticatorData(rpId: string, attested: Uint8Array = Buffer.of()): Buffer {
    const flags = 1 | (options.verifies ? 4 : 0) | (attested.length > 0 ? 64 : 0);
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(options.counter);
    return Buffer.concat([sha256(rpId), Buffer.of(flags), counter, attested]);
  }

  /** ES256 in the form of COSE (RFC 9053). */
  const key = new Map<number, Encoded>([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, Buffer.from(x, "base64url")],
    [-3, Buffer.from(y, "base64url")],
  ]);

  return {
    options,
    /** @param statement what it says about its maker */
    make(
      { challenge, rp, user }: WhatMatters,
      statement: [format: string, of: Encoded] = ["none", new Map()],
    ): NewPasskeyAnswer {
      holder = user.id;
      const attested = Buffer.concat([Buffer.alloc(16), Buffer.of(0, id.length), id, cbor(key)]);
      const attestation = new Map<string, Encoded>([
        ["fmt", statement[0]],
        ["attStmt", statement[1]],
        ["authData", authenticatorData(rp.id, attested)],
      ]);
      return {
        id: base64url(id),
        rawId: base64url(id),
        type: "public-key",
        response: {
          clientDataJSON: base64url(clientData("webauthn.create", challenge)),
          attestationObject: base64url(cbor(attestation)),
          transports: ["internal"],
        },
      };
    },
    sign({ challenge, rpId }: PasskeyQuestion): PasskeyAnswer {
      const asked = clientData("webauthn.get", challenge);
      const data = authenticatorData(rpId);
      return {
        id: base64url(id),
        rawId: base64url(id),
        type: "public-key",
        response: {
          clientDataJSON: base64url(asked),
          authenticatorData: base64url(data),
          signature: base64url(sign("sha256", Buffer.concat([data, sha256(asked)]), privateKey)),
          ...(holder !== undefined && { userHandle: holder }),
        },
      };
    },
  };
}

export type Authenticator = ReturnType<typeof createAuthenticator>;

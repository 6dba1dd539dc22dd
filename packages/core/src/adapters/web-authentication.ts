import { passkeyAlgorithms } from "../contract/people/passkey-limits.ts";
import { foreignText } from "../kit/foreign-text.ts";
import type { RefusedAnswer, WebAuthentication } from "../ports/web-authentication.ts";

type Library = typeof import("./web-authentication-library.ts");

const longestReason = 200;

/** The library throws for every answer that does not fit. */
function refused(error: unknown): RefusedAnswer {
  const reason = error instanceof Error ? error.message : "unknown";
  return { outcome: "refused", reason: foreignText(reason, longestReason) };
}

/**
 * The answer without what the authenticator says about its maker, which nobody has asked for. To check that, the library
 * would fetch addresses that the sender of the answer has chosen.
 */
function withoutAttestation({ decodeAttestationObject, isoBase64URL, isoCBOR }: Library, text: string) {
  const authData = decodeAttestationObject(isoBase64URL.toBuffer(text)).get("authData");
  const none = new Map<string, Parameters<typeof isoCBOR.encode>[0]>([
    ["fmt", "none"],
    ["attStmt", new Map()],
    ["authData", authData],
  ]);
  return isoBase64URL.fromBuffer(isoCBOR.encode(none));
}

/** Checks answers with SimpleWebAuthn. */
export const webAuthentication: WebAuthentication = {
  async checkNew(answer, { challenge, origin, rpId }) {
    const library = await import("./web-authentication-library.ts");
    try {
      const { clientDataJSON, attestationObject } = answer.response;
      const response = {
        clientDataJSON,
        attestationObject: withoutAttestation(library, attestationObject),
      };
      const { verified, registrationInfo } = await library.verifyRegistrationResponse({
        response: { ...answer, response, clientExtensionResults: {} },
        expectedChallenge: challenge,
        expectedOrigin: origin,
        expectedRPID: rpId,
        requireUserVerification: false,
        supportedAlgorithmIDs: passkeyAlgorithms,
      });
      if (!verified) return refused(new Error("The answer is not valid"));
      const { credential, userVerified } = registrationInfo;
      if (credential.id !== answer.id) return refused(new Error("The answer is about another passkey"));
      const { publicKey, counter } = credential;
      return { outcome: "made", publicKey, counter, userVerified };
    } catch (error) {
      return refused(error);
    }
  },

  async checkSigned(answer, { challenge, origin, rpId }, publicKey) {
    const library = await import("./web-authentication-library.ts");
    try {
      const { userHandle: _, ...response } = answer.response;
      const { verified, authenticationInfo } = await library.verifyAuthenticationResponse({
        response: { ...answer, response, clientExtensionResults: {} },
        expectedChallenge: challenge,
        expectedOrigin: origin,
        expectedRPID: rpId,
        // The library compares the counter before it checks the signature, so that anybody could feign a clone.
        credential: { id: answer.id, publicKey: Uint8Array.from(publicKey), counter: 0 },
        requireUserVerification: false,
      });
      if (!verified) return refused(new Error("The signature is not of this passkey"));
      const { newCounter: counter, userVerified } = authenticationInfo;
      return { outcome: "signed", counter, userVerified };
    } catch (error) {
      return refused(error);
    }
  },
};

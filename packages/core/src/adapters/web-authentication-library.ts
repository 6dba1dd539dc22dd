/*
 * What we use of the library, in a module of its own: imported at the first use, a bundle then holds this part only.
 */
export { verifyAuthenticationResponse, verifyRegistrationResponse } from "@simplewebauthn/server";
export { decodeAttestationObject, isoBase64URL, isoCBOR } from "@simplewebauthn/server/helpers";

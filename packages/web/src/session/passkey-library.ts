/* What we use of the library, in a module of its own: it loads where somebody may use a passkey. */
export { browserSupportsWebAuthn, startAuthentication, startRegistration } from "@simplewebauthn/browser";

/** The part of the library for passkeys that the client uses. */
export { startAuthentication, startRegistration, WebAuthnAbortService } from "@simplewebauthn/browser";

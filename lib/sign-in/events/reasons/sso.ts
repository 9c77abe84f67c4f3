import type { ReasonTexts } from "./reason";

const SET_UP = "The identity provider's settings don't fit the connection. The event's detail shows the difference.";
const SUSPICIOUS = "No identity provider sends this. Somebody may be trying to forge a sign-in.";
const START_AGAIN = "They should start again from your app.";

/** Refusals of sign-ins by a company's identity provider. */
export const SSO_REASONS = {
  sso_connection_off: {
    title: "Connection is off",
    advice: "The connection is disabled or deleted. Enable it, or take its link out of the company's portal.",
  },
  sso_foreign_email: {
    title: "Email of another domain",
    advice:
      "The company may sign in addresses of its verified domains only. Add the domain, or correct the address there.",
  },
  sso_user_elsewhere: {
    title: "User has another domain's email",
    advice: "The user has since taken an address outside the company's domains. They sign in another way.",
  },
  sso_no_new_users: {
    title: "Connection takes no new users",
    advice: "They have no account, and the connection makes none. Create the user, or let the connection create users.",
  },
  sso_not_member: {
    title: "Account isn't a member",
    advice:
      "Their address has an account that isn't a member of the organisation. They sign in another way and take an invitation first.",
  },
  sso_required: {
    title: "Single sign-on required",
    advice:
      "Their company signs in by its identity provider alone. They use Single sign-on, or you create a sign-in link.",
  },
  sso_no_connection: {
    title: "No connection for the domain",
    advice: "No enabled connection has verified the domain. They should check the address, or sign in another way.",
  },
  sso_not_reauthenticated: {
    title: "Identity provider didn't ask anew",
    advice:
      "Your app wanted a new proof of the user's identity. The identity provider must ask for it, and say when it did: by auth_time or AuthnInstant.",
  },
  logout_token_refused: {
    title: "Logout token not accepted",
    advice:
      "It isn't signed by the issuer for this connection, or is too old. Look at the issuer's settings and its clock.",
  },
  sso_other_proof: {
    title: "Identity provider asked in another way",
    advice:
      "Your app wanted a certain proof, such as a second factor. The event's detail says which one the identity provider told.",
  },
  saml_unsolicited: {
    title: "Sign-in began at the identity provider",
    advice: "They start from your app. The connection can also be allowed to start there.",
  },
  saml_replayed: { title: "Response used already", advice: START_AGAIN },
  saml_request: { title: "Response to another sign-in", advice: START_AGAIN },
  saml_not_plain_xml: { title: "Response isn't plain XML", advice: SUSPICIOUS },
  saml_too_large: {
    title: "Response is too large",
    advice: "The identity provider should send fewer groups or attributes.",
  },
  saml_structure: { title: "Response has a wrong shape", advice: SUSPICIOUS },
  saml_encrypted: {
    title: "Assertion is encrypted",
    advice:
      "Let the connection require encryption, and give the identity provider its metadata again. Or switch encryption off there.",
  },
  saml_not_encrypted: {
    title: "Assertion isn't encrypted",
    advice: "The connection requires it. Give the identity provider the connection's metadata again.",
  },
  saml_decryption: {
    title: "Assertion can't be decrypted",
    advice: "It was encrypted for another certificate. Give the identity provider the connection's metadata again.",
  },
  saml_algorithm: {
    title: "Algorithm not accepted",
    advice:
      "The identity provider must sign by RSA with SHA-256 or SHA-512, and encrypt by AES and RSA-OAEP. The event's detail shows the difference.",
  },
  saml_signature: {
    title: "Signature not accepted",
    advice:
      "The identity provider may have a new certificate: set its metadata again. It must sign the assertion itself.",
  },
  saml_status: {
    title: "Refused by the identity provider",
    advice: "The company's administrator sees why in its log.",
  },
  saml_issuer: { title: "Response of another identity provider", advice: SET_UP },
  saml_audience: { title: "Assertion for another service", advice: SET_UP },
  saml_recipient: { title: "Response for another address", advice: SET_UP },
  saml_clock: {
    title: "Assertion expired or not yet valid",
    advice: "The clock of the identity provider is wrong by more than a minute, or the response came late.",
  },
  saml_subject: {
    title: "Person can't be recognised",
    advice: "The identity provider must send one lasting NameID, such as a persistent one or an email address.",
  },
} as const satisfies ReasonTexts;

import type { SocialErrorCode, SocialFailure } from "@/lib/core/ports/social-failure";

interface Tried {
  provider: string;
  name: string;
  callbackUrl: string;
}

type Sentence = (tried: Tried) => string;

const WRONG_SECRET: Sentence = ({ provider, name }) =>
  provider === "apple"
    ? "Apple doesn't accept the client. Check the Services ID, the team ID, the key ID and the private key: all four must belong together."
    : `${name} doesn't accept the client ID with this secret. Copy both again from its console: the secret's value, not its ID.`;
const WRONG_CALLBACK: Sentence = ({ name, callbackUrl }) =>
  `${name} doesn't accept the code. Most often its console has another callback address: it must be exactly ${callbackUrl}.`;

/** Errors of the token endpoint (RFC 6749 section 5.2), and those that GitHub has in their place. */
const OF_TOKEN_ENDPOINT: Readonly<Record<string, Sentence>> = {
  invalid_client: WRONG_SECRET,
  incorrect_client_credentials: WRONG_SECRET,
  invalid_grant: WRONG_CALLBACK,
  redirect_uri_mismatch: WRONG_CALLBACK,
  bad_verification_code: WRONG_CALLBACK,
  unauthorized_client: ({ name }) =>
    `${name} doesn't let this client use authorization codes. Turn on that grant for it in its console.`,
};

/** The faults that an ID token can have, by the claim or the check that failed. */
const OF_TOKEN: Readonly<Record<string, Sentence>> = {
  signature: ({ name }) =>
    `The ID token isn't signed by a key that ${name} publishes. Check that the issuer is the right one, and that its key set is up to date.`,
  "claim: iss": ({ name }) => `The ID token names another issuer than the one configured. Check the issuer of ${name}.`,
  "claim: aud": ({ name }) => `The ID token is for another client. Check the client ID of ${name}.`,
  "claim: nonce": ({ name }) =>
    `${name} doesn't return the nonce, so the token can't be bound to this browser. Update the provider, or ask its operator.`,
  clock: ({ name }) => `The ID token isn't valid at this time. Check the clock of ${name}, and of this service.`,
};

const BY_REASON: Readonly<Record<string, Sentence>> = {
  discovery_failed: ({ name }) =>
    `The configuration of ${name} can't be read. Check the issuer, and whether it can be reached from the internet.`,
  another_provider: ({ name }) =>
    `Another provider than ${name} answered. Give each provider its own callback address.`,
  another_issuer: () => "This person's account was linked at another issuer, so the sign-in would be refused.",
  email_not_verified_by_provider: ({ name }) =>
    `A user has this address already, and ${name} hasn't verified it, so the account would not be linked. Verify the address there.`,
  email_not_verified_here: () =>
    "A user has this address already and hasn't verified it here, so the account would not be linked. They can verify it, or link the account while signed in.",
  key_of_another_issuer: () => "The ID token is signed by a key of another tenant.",
  user_info_malformed: ({ name }) =>
    `What ${name} tells about the person lacks something that is needed, such as their ID.`,
};

const BY_CODE: Partial<Record<SocialErrorCode, Sentence>> = {
  access_denied: ({ name }) =>
    `${name} refused: consent was denied, or this account may not use the app. Try again and agree. If it stays, check in its console who may use the app, such as test users.`,
  invalid_scope: ({ name }) =>
    `${name} doesn't know or grant a scope that is asked for. Change the scopes here, or allow them in its console.`,
  unauthorized_client: ({ name }) =>
    `${name} doesn't let this client use authorization codes. Turn on that grant for it in its console.`,
  unsupported_response_type: ({ name }) => `${name} doesn't offer authorization codes to this client.`,
  issuer_mismatch: ({ name }) => `The answer came from another issuer than the one configured for ${name}.`,
  no_code: ({ name }) => `${name} answered without a code. Check that the client is a web application there.`,
  temporarily_unavailable: ({ name }) => `${name} gave no usable answer. Try again in a few minutes.`,
  server_error: ({ name }) => `${name} had an error of its own. Try again in a few minutes.`,
  unable_to_get_user_info: ({ name }) =>
    `${name} didn't identify the person. Check that the client may read the profile and the email address.`,
  email_not_found: ({ name }) =>
    `${name} told no email address, and a new user needs one. Allow the email scope, and check that this account has an address there.`,
  email_not_verified: ({ name }) =>
    `The project lets in only verified email addresses, and ${name} hasn't verified this one.`,
  signup_disabled: () => "This person has no user yet, and the project doesn't let new users sign up.",
  banned: () => "This user is banned, so the sign-in would be refused.",
  oauth_provider_not_found: ({ name }) => `${name} is no longer set up.`,
};

/** Tells the event and the remedy. */
export function adviceOn(
  { code, reason, detail }: Pick<SocialFailure, "code" | "reason" | "detail">,
  tried: Tried,
): string {
  const said = detail?.split(": ", 1)[0] ?? "";
  const ofToken = reason === "token_refused" ? (OF_TOKEN[detail ?? ""] ?? OF_TOKEN[said]) : undefined;
  const ofEndpoint = reason === "code_refused" ? OF_TOKEN_ENDPOINT[said] : undefined;
  const sentence = ofToken ?? ofEndpoint ?? BY_REASON[reason] ?? BY_CODE[code];
  return sentence?.(tried) ?? `${tried.name} refused the sign-in.`;
}

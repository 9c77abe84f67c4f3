import type { SamlRefusal } from "@/lib/core/ports/saml";
import type { SocialFailure } from "@/lib/core/ports/social-failure";
import { adviceOn as adviceOnProvider } from "../../social/trial/advice";
import type { UsableConnection } from "../find-connection";
import type { SsoTrial } from "./resource";

type Failure = Pick<SocialFailure, "code" | "reason" | "detail">;
interface Tried {
  report: SsoTrial;
  connection: UsableConnection;
}
type Sentence = string | ((tried: Tried) => string);

const ANEW = "Start the trial again, and go through it in one go, in one tab.";
const FORGED =
  "Identity providers don't send this by themselves. Look for a plug-in or a proxy that changes responses.";

/** Each refusal of a SAML response. */
const OF_SAML: Readonly<Record<SamlRefusal, Sentence>> = {
  saml_not_plain_xml: `The response isn't plain XML, or has comments, entities or the like in it. ${FORGED}`,
  saml_too_large: "The response is too large. Have the identity provider send fewer groups or attributes.",
  saml_structure: `The response doesn't have the shape of a sign-in: one response with one assertion, about one person. ${FORGED}`,
  saml_encrypted:
    "The assertion is encrypted, and this connection has no key to decrypt it. Switch encryption off at the identity provider, or have the app's owner let the connection require encryption.",
  saml_not_encrypted:
    "The assertion isn't encrypted, and this connection requires it. Give the identity provider the connection's metadata, which has the certificate, and switch encryption of assertions on there.",
  saml_decryption:
    "The assertion was encrypted for another certificate. Give the identity provider the connection's metadata again.",
  saml_algorithm:
    "The identity provider uses an algorithm that isn't accepted. It must sign by RSA with SHA-256 or SHA-512, and encrypt by AES and RSA-OAEP. By AES-CBC, as Entra ID does, it must sign the response as well: set its Signing Option to Sign SAML response and assertion.",
  saml_signature:
    "The signature isn't by a certificate that is set here. Copy the identity provider's current metadata again. It must sign the assertion itself, not only the response around it.",
  saml_status:
    "The identity provider refused the sign-in itself. Check there whether you're assigned to the app. Its log says why.",
  saml_issuer: ({ report }) =>
    `The response is from another identity provider than ${report.issuer}. Set the metadata of the identity provider that you sign in at.`,
  saml_audience: ({ connection }) =>
    `The assertion is for another service. Set the audience (entity ID) at the identity provider to exactly ${entityIdOf(connection)}.`,
  saml_recipient: ({ connection }) =>
    `The assertion is for another address. Set the ACS URL (reply URL) at the identity provider to exactly ${acsUrlOf(connection)}.`,
  saml_request: `The response belongs to another sign-in. ${ANEW}`,
  saml_clock:
    "The assertion has expired, or isn't valid yet. Set the clock of the identity provider: it is wrong by more than a minute. A response that came late looks the same, so try again first.",
  saml_subject:
    "The person can't be known again. Have the identity provider send one NameID that stays the same, such as a persistent one or the email address.",
  saml_metadata: "The identity provider's metadata can't be used. Set it again.",
};

const BY_REASON: Readonly<Record<string, Sentence>> = {
  ...OF_SAML,
  saml_unsolicited:
    "The response doesn't say which request it answers. Start from here, and not from the identity provider's portal.",
  saml_replayed: `The response was used already. ${ANEW}`,
  sso_foreign_email: ({ report, connection }) =>
    `The connection may sign in people of its verified domains only${listOf(connection)}. Add and verify the domain of ${report.person?.email ?? "this address"}, or have the identity provider send the company's address.`,
  sso_user_elsewhere:
    "This person's user has an address outside the connection's verified domains by now. Verify that domain, too, or have the user take the company's address again.",
  sso_no_new_users:
    "This person has no user yet, and the connection creates none. Create the user first, or let the connection create users.",
  another_issuer:
    "This person's account was linked at another identity provider. A new identity provider needs a connection of its own.",
  email_not_verified_by_provider:
    "The issuer says that this address isn't verified (email_verified is false). Verify it there.",
};

const EMAIL_MISSING = {
  saml: "No email address was received. Have the identity provider send it as the attribute email, or as the NameID.",
  oidc: "No email address was received. Have the issuer put the claim email in the ID token or in UserInfo, and allow the scope email.",
} as const;

/** Tells the event and the setting to change. */
export function adviceOn(failure: Failure, tried: Tried): string {
  const { code, reason, detail } = failure;
  if (code === "email_not_found") return EMAIL_MISSING[tried.report.protocol];
  if (reason === "token_refused" && detail === "claim: azp") {
    return "The ID token was issued to another client (azp). Check the client ID.";
  }
  const sentence = BY_REASON[reason];
  if (sentence !== undefined) return typeof sentence === "string" ? sentence : sentence(tried);
  return adviceOnProvider(failure, providerOf(tried));
}

function providerOf({ report, connection }: Tried): Parameters<typeof adviceOnProvider>[1] {
  const name = URL.parse(report.issuer)?.host || report.issuer;
  const callbackUrl = connection.protocol === "oidc" ? connection.client.redirectUri : acsUrlOf(connection);
  return { provider: report.connectionId, name, callbackUrl };
}

function entityIdOf(connection: UsableConnection): string {
  return connection.protocol === "saml" ? connection.serviceProvider.entityId : "";
}

function acsUrlOf(connection: UsableConnection): string {
  return connection.protocol === "saml" ? connection.serviceProvider.acsUrl : "";
}

function listOf({ domains }: UsableConnection): string {
  return domains.size === 0 ? ", and has none yet" : `: ${[...domains].join(", ")}`;
}

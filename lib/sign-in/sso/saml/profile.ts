import type { SamlPerson } from "@/lib/core/ports/saml";
import { Email } from "@/lib/core/user-fields";
import type { SsoProfile } from "../profile";

const EMAIL_FORMAT = "urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress";
const CLAIMS = "http://schemas.xmlsoap.org/ws/2005/05/identity/claims";

/** The names that Okta, Entra ID, Google, Keycloak and SimpleSAMLphp give attributes, the surest first. */
const EMAILS = [
  "email",
  "mail",
  "emailAddress",
  "Email",
  `${CLAIMS}/emailaddress`,
  "urn:oid:0.9.2342.19200300.100.1.3",
];
const NAMES = [
  "displayName",
  "http://schemas.microsoft.com/identity/claims/displayname",
  "urn:oid:2.16.840.1.113730.3.1.241",
];
const FIRST_NAMES = ["firstName", "givenName", "first_name", `${CLAIMS}/givenname`, "urn:oid:2.5.4.42"];
const LAST_NAMES = ["lastName", "sn", "surname", "last_name", `${CLAIMS}/surname`, "urn:oid:2.5.4.4"];
const MAX_NAME_LENGTH = 128;

/** The attribute by which Entra ID and AD FS tell the methods that OpenID Connect has in `amr`. */
const METHODS = "http://schemas.microsoft.com/claims/authnmethodsreferences";
const AMR_VALUES: ReadonlyMap<string, string> = new Map([
  ["http://schemas.microsoft.com/claims/multipleauthn", "mfa"],
  ["http://schemas.microsoft.com/ws/2008/06/identity/authenticationmethod/password", "pwd"],
]);

/** Returns the profile of a person. The address is that of an attribute or, where there is none, a NameID that is one. */
export function profileOf(
  { nameId, nameIdFormat, attributes, authenticatedAt, acr, sessionIndex }: SamlPerson,
  issuer: string,
): SsoProfile {
  const used = attributesInUse(attributes);
  const first = (name: string | undefined) => (name === undefined ? null : (attributes[name]?.[0] ?? null));
  const said = first(used.email) ?? (nameIdFormat === EMAIL_FORMAT ? nameId : null);
  const email = Email.safeParse(said);
  const name = used.names.map(first).filter(Boolean).join(" ").slice(0, MAX_NAME_LENGTH);
  const session = { nameIdFormat, sessionIndex, acr, amr: methodsOf(attributes), authenticatedAt };
  return { subject: nameId, issuer, email: email.success ? email.data : null, name, ...session };
}

function methodsOf(attributes: SamlPerson["attributes"]): string[] {
  const told = Object.hasOwn(attributes, METHODS) ? (attributes[METHODS] ?? []) : [];
  return [...new Set(told.flatMap((method) => AMR_VALUES.get(method) ?? []))];
}

/** Returns the names of the attributes that a profile is made of: of those that have a value, the surest. */
export function attributesInUse(attributes: SamlPerson["attributes"]): { email: string | undefined; names: string[] } {
  const first = (names: readonly string[]) =>
    names.find((name) => Object.hasOwn(attributes, name) && (attributes[name]?.length ?? 0) > 0);
  const whole = first(NAMES);
  const parts = whole === undefined ? [first(FIRST_NAMES), first(LAST_NAMES)] : [whole];
  return { email: first(EMAILS), names: parts.filter((name) => name !== undefined) };
}

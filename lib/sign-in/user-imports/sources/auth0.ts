import type { UserDraft } from "../imported-user";
import { customHash } from "./auth0-hash";
import {
  type Fields,
  fullName,
  isTrue,
  listOf,
  metadataOf,
  momentOf,
  objectOf,
  providerOf,
  textOf,
  withOwnWords,
} from "./fields";

/** The connection of Auth0's own passwords. */
const DATABASE = "auth0";
/** Connections that mail or text a code, which is no account at a provider. */
const OWN_WAYS = new Set([DATABASE, "email", "sms"]);

/** Reads a line of a user export, of an export of password hashes, or of a file for Auth0's own import. */
export function fromAuth0(fields: Fields): UserDraft {
  const proven = listOf(fields.identifiers).find(({ type }) => type === "email") ?? {};
  const email = textOf(fields.email) ?? textOf(proven.value);
  const picture = textOf(fields.picture);
  return {
    externalId: idOf(fields),
    email,
    emailVerified: isTrue(fields.email_verified ?? proven.verified),
    name: textOf(fields.name) ?? fullName(fields.given_name, fields.family_name) ?? textOf(fields.nickname),
    ...(picture && { image: picture }),
    createdAt: momentOf(fields.created_at),
    lastSignInAt: momentOf(fields.last_login),
    banned: isTrue(fields.blocked),
    publicMetadata: withOwnWords(null, "user_metadata", fields.user_metadata),
    privateMetadata: metadataOf(fields.app_metadata),
    passwordHash:
      textOf(fields.passwordHash) ?? textOf(fields.password_hash) ?? customHash(fields.custom_password_hash),
    passwordSetAt: momentOf(objectOf(fields.password_set_date).$date),
    accounts: accountsOf(fields),
  };
}

function idOf(fields: Fields): string | null {
  const id = textOf(fields.user_id) ?? textOf(fields.Id);
  if (id !== null) return id;
  const own = textOf(fields.alt_id) ?? textOf(objectOf(fields._id).$oid);
  return own === null ? null : `${DATABASE}|${own}`;
}

/** Returns the accounts at providers; without `identities`, that which the user's id names. */
function accountsOf(fields: Fields): unknown[] {
  const identities = listOf(fields.identities).map((each) => [textOf(each.provider) ?? "", String(each.user_id ?? "")]);
  const [provider = "", ...rest] = (textOf(fields.user_id) ?? "").split("|");
  const found = identities.length === 0 && rest.length > 0 ? [[provider, rest.join("|")]] : identities;
  return found
    .filter(([name = ""]) => !OWN_WAYS.has(name))
    .map(([name = "", providerAccountId]) => ({ providerId: providerOf(name), providerAccountId }));
}

import type { UserDraft } from "../imported-user";
import {
  type Fields,
  isTrue,
  jsonOf,
  listOf,
  metadataOf,
  momentOf,
  objectOf,
  providerOf,
  textOf,
  withOwnWords,
} from "./fields";

/** Ways to sign in that are no account at a provider. */
const OWN_WAYS = new Set(["email", "phone", "anonymous"]);

/** Reads a row of `auth.users`, with its identities where the query adds them, or a row of `auth.identities`. */
export function fromSupabase(fields: Fields): UserDraft {
  if ("identity_data" in fields) return fromIdentity(fields);
  const profile = objectOf(fields.raw_user_meta_data);
  const bannedUntil = momentOf(fields.banned_until);
  const banned = textOf(fields.deleted_at) !== null || (typeof bannedUntil === "string" && isAhead(bannedUntil));
  const identities = typeof fields.identities === "string" ? jsonOf(fields.identities) : fields.identities;
  return {
    externalId: textOf(fields.id),
    email: textOf(fields.email),
    emailVerified: textOf(fields.email_confirmed_at) !== null,
    name: textOf(profile.full_name) ?? textOf(profile.name),
    image: textOf(profile.avatar_url) ?? textOf(profile.picture),
    createdAt: momentOf(fields.created_at),
    lastSignInAt: momentOf(fields.last_sign_in_at),
    banned,
    publicMetadata: withOwnWords(null, "user_metadata", profile),
    privateMetadata: appMetadata(fields.raw_app_meta_data),
    passwordHash: textOf(fields.encrypted_password),
    accounts: listOf(identities).flatMap(accountsOf),
  };
}

/** Which providers a user has is kept by their accounts. */
function appMetadata(value: unknown): Fields | null {
  const { provider: _, providers: __, ...own } = objectOf(value);
  return metadataOf(own);
}

/** A user whom `auth.users` has brought before gets an account more. */
function fromIdentity(fields: Fields): UserDraft {
  return { externalId: textOf(fields.user_id), accounts: accountsOf(fields) };
}

function accountsOf(identity: Fields): unknown[] {
  const provider = textOf(identity.provider) ?? "";
  if (OWN_WAYS.has(provider)) return [];
  const data = objectOf(identity.identity_data);
  // Older versions have the provider's id under `id`.
  const providerAccountId = textOf(identity.provider_id) ?? textOf(data.sub) ?? textOf(identity.id);
  const email = textOf(identity.email) ?? textOf(data.email);
  return [{ providerId: providerOf(provider), providerAccountId, email, createdAt: momentOf(identity.created_at) }];
}

function isAhead(moment: string): boolean {
  return isTrue(moment === "infinity") || new Date(moment).getTime() > Date.now();
}

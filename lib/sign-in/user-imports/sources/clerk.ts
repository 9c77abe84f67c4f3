import type { UserDraft } from "../imported-user";
import { type Fields, fullName, isTrue, metadataOf, momentOf, textOf, withOwnWords } from "./fields";
import { firebaseHash } from "./firebase";

/** Reads a row of the CSV that Clerk's dashboard exports. */
export function fromClerk(fields: Fields): UserDraft {
  const verified = addressesOf(fields.verified_email_addresses);
  const all = [...verified, ...addressesOf(fields.email_addresses), ...addressesOf(fields.unverified_email_addresses)];
  const email = textOf(fields.primary_email_address) ?? all[0] ?? null;
  const secret = textOf(fields.totp_secret);
  return {
    externalId: textOf(fields.id),
    email,
    emailVerified: email !== null && verified.includes(email),
    name: fullName(fields.first_name, fields.last_name) ?? textOf(fields.username),
    image: textOf(fields.image_url),
    createdAt: momentOf(fields.created_at),
    lastSignInAt: momentOf(fields.last_sign_in_at),
    banned: isTrue(fields.banned),
    publicMetadata: withOwnWords(metadataOf(fields.public_metadata), "unsafe_metadata", fields.unsafe_metadata),
    privateMetadata: metadataOf(fields.private_metadata),
    passwordHash: hashOf(textOf(fields.password_digest), textOf(fields.password_hasher)),
    ...(secret && { twoFactor: { secret } }),
  };
}

function addressesOf(value: unknown): string[] {
  return (textOf(value) ?? "").split(/[,|;\s]+/).filter(Boolean);
}

/** Clerk keeps hashes that were imported there in their own form until their users sign in. */
function hashOf(digest: string | null, hasher: string | null): string | null {
  if (digest === null) return null;
  if (hasher === "scrypt_firebase") return fromParts(digest);
  if (hasher === "pbkdf2_sha256_django" || /^pbkdf2_sha(?:1|256|512)$/.test(hasher ?? "")) {
    return /^\d+\$/.test(digest) ? `pbkdf2_sha256$${digest}` : digest;
  }
  return digest;
}

/** Reads `hash$salt$signer key$salt separator$rounds$memory cost`. */
function fromParts(digest: string): string {
  const [hash = "", salt = "", signerKey = "", saltSeparator = "", rounds = "", memCost = ""] = digest.split("$");
  return firebaseHash(hash, salt, { signerKey, saltSeparator, rounds: Number(rounds), memCost: Number(memCost) });
}

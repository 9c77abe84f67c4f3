import { z } from "zod";
import { type UserDraft, WITHOUT_PARAMETERS } from "../imported-user";
import { type Fields, isTrue, listOf, metadataOf, momentOf, providerOf, textOf } from "./fields";

const Base64 = z
  .string()
  .trim()
  .regex(/^[A-Za-z0-9+/_-]*={0,2}$/, { message: "isn't base64" });

/** The values that the Firebase console shows under Authentication, Password hash parameters. */
export const HashParameters = z.strictObject({
  signerKey: Base64.min(16).max(512),
  saltSeparator: Base64.max(64).default("Bw=="),
  rounds: z.coerce.number().int().min(1).max(64).default(8),
  memCost: z.coerce.number().int().min(1).max(20).default(14),
});
export type HashParameters = z.infer<typeof HashParameters>;

/** Reads a user of the file that `firebase auth:export` writes. */
export function fromFirebase(fields: Fields, parameters: HashParameters | null): UserDraft {
  const profiles = listOf(fields.providerUserInfo);
  const named = [fields, ...profiles];
  const pick = (name: string) => named.map((each) => textOf(each[name])).find((text) => text !== null) ?? null;
  return {
    externalId: textOf(fields.localId),
    email: pick("email"),
    emailVerified: isTrue(fields.emailVerified),
    name: pick("displayName"),
    image: pick("photoUrl"),
    createdAt: momentOf(fields.createdAt),
    lastSignInAt: momentOf(fields.lastSignedInAt ?? fields.lastLoginAt),
    banned: isTrue(fields.disabled),
    privateMetadata: metadataOf(fields.customAttributes),
    passwordHash: hashOf(fields, parameters),
    accounts: profiles
      .filter(({ providerId }) => providerId !== "password" && providerId !== "phone")
      .map(({ providerId, rawId, email }) => ({
        providerId: providerOf(String(providerId ?? "")),
        providerAccountId: textOf(rawId) ?? "",
        email: textOf(email),
      })),
  };
}

function hashOf({ passwordHash, salt }: Fields, parameters: HashParameters | null): string | null {
  const hash = textOf(passwordHash);
  // The command-line tool writes this where it may not read the hash.
  if (hash === null || hash === "UkVEQUNURUQ=") return null;
  if (parameters === null) return WITHOUT_PARAMETERS;
  return firebaseHash(hash, textOf(salt) ?? "", parameters);
}

/** Returns the hash in the form in which it is stored here, which is that of Supabase's Auth server. */
export function firebaseHash(hash: string, salt: string, parameters: HashParameters): string {
  const standard = (text: string) => text.replaceAll("-", "+").replaceAll("_", "/");
  const { signerKey, saltSeparator, rounds, memCost } = parameters;
  const cost = `n=${memCost},r=${rounds},p=1,ss=${standard(saltSeparator)},sk=${standard(signerKey)}`;
  return `$fbscrypt$v=1,${cost}$${standard(salt)}$${standard(hash)}`;
}

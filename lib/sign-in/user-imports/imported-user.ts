import { z } from "zod";
import { PasswordHashError, readPasswordHash } from "@/lib/core/crypto/password-hash-formats";
import { isId } from "@/lib/core/ids";
import { isOneLine, toOneLine } from "@/lib/core/names";
import { Email, Image, Name } from "@/lib/core/user-fields";
import { CREDENTIAL } from "../credentials/credential";
import { isKnownProvider } from "../projects/providers/resource";
import { MetadataInput } from "../users/metadata";

/** Stands for a hash that nothing can verify, for want of the parameters of its Firebase project. */
export const WITHOUT_PARAMETERS = "$fbscrypt$";

/** PostgreSQL stores no NUL, and an id is printed where a line break would make two lines of it. */
const ForeignId = z.string().min(1).max(255).refine(isOneLine, { message: "must not hold control characters" });
/** PostgreSQL refuses some years and offsets that ISO 8601 has, so every moment is brought to one form. */
const Moment = z.iso.datetime({ offset: true }).transform((text, context) => {
  const date = new Date(text);
  const year = date.getUTCFullYear();
  if (year >= 1970 && year < 2200) return date.toISOString();
  context.addIssue({ code: "custom", message: "isn't a moment between 1970 and 2200" });
  return z.NEVER;
});
const ProviderId = z
  .string()
  .regex(/^[a-z][a-z0-9-]{0,63}$/, { message: "isn't the name of a provider" })
  .refine((name) => name !== CREDENTIAL, { message: "is the password; use passwordHash" });
const Base64Url = z.string().regex(/^[A-Za-z0-9_-]+$/, { message: "isn't base64url" });
/** RFC 4648; RFC 4226 section 4 demands 128 bits, which some services fall short of. */
const TotpSecret = z
  .string()
  .transform((secret) => secret.replaceAll(/[\s=-]/g, "").toUpperCase())
  .refine((secret) => /^[A-Z2-7]{16,256}$/.test(secret), { message: "isn't a base32 secret of 80 bits or more" });

const PasswordHash = z.string().superRefine((text, context) => {
  if (text === WITHOUT_PARAMETERS) {
    const message = "needs the hash parameters of the Firebase project, which its console shows";
    return context.addIssue({ code: "custom", message });
  }
  try {
    readPasswordHash(text);
  } catch (error) {
    if (!(error instanceof PasswordHashError)) throw error;
    context.addIssue({ code: "custom", message: error.message });
  }
});

const ImportedAccount = z
  .strictObject({
    providerId: ProviderId,
    providerAccountId: ForeignId,
    /** The issuer of a provider that the project added itself, as its ID tokens write it. */
    issuer: z
      .url({ protocol: /^https?$/, error: "isn't an address" })
      .max(2_048)
      .nullish(),
    email: Email.nullish(),
    createdAt: Moment.nullish(),
  })
  .refine(({ providerId, issuer }) => !issuer || !isKnownProvider(providerId), {
    path: ["issuer"],
    message: "is only for a provider of your own",
  });

const ImportedPasskey = z.strictObject({
  credentialId: Base64Url.max(1_400),
  publicKey: Base64Url.max(8_192),
  counter: z.int().min(0).max(0xffff_ffff).default(0),
  deviceType: z.enum(["singleDevice", "multiDevice"]).default("singleDevice"),
  isBackedUp: z.boolean().default(false),
  transports: z
    .array(z.string().regex(/^[a-z-]{1,32}$/))
    .max(16)
    .default([]),
  aaguid: z
    .string()
    .regex(/^[0-9a-f-]{36}$/)
    .default("00000000-0000-0000-0000-000000000000"),
  rpId: z.string().regex(/^[a-z0-9.-]{1,253}$/),
  name: Name.nullish(),
  createdAt: Moment.nullish(),
});

const ImportedTwoFactor = z.strictObject({
  secret: TotpSecret,
  enabledAt: Moment.nullish(),
  /** Bound to the user's id: they are taken along where the user keeps it. */
  backupCodeHashes: z.array(Base64Url.length(43)).max(20).default([]),
});

/** A user in the format that an export writes and an import reads. A field that is left out has its default. */
export const ImportedUser = z.strictObject({
  /** An id of this service. */
  id: z
    .string()
    .refine((id) => isId("user", id), { message: "isn't the ID of a user here; use externalId for one of elsewhere" })
    .nullish(),
  externalId: ForeignId.nullish(),
  email: Email.nullish(),
  emailVerified: z.boolean().nullish(),
  name: Name.nullish(),
  image: Image.nullish(),
  createdAt: Moment.nullish(),
  lastSignInAt: Moment.nullish(),
  banned: z.boolean().nullish(),
  bannedAt: Moment.nullish(),
  bannedUntil: Moment.nullish(),
  isTestUser: z.boolean().nullish(),
  publicMetadata: MetadataInput.nullish(),
  privateMetadata: MetadataInput.nullish(),
  passwordHash: PasswordHash.nullish(),
  passwordSetAt: Moment.nullish(),
  mustResetPassword: z.boolean().nullish(),
  accounts: z.array(ImportedAccount).max(100).default([]),
  passkeys: z.array(ImportedPasskey).max(100).default([]),
  twoFactor: ImportedTwoFactor.nullish(),
});
export type ImportedUser = z.infer<typeof ImportedUser>;

/** The draft that a source makes of a record before it is checked. */
export type UserDraft = { [Field in keyof ImportedUser]?: unknown };

/** Returns the user, or the first field that is wrong and why, without its value. */
export function checkDraft(draft: UserDraft): ImportedUser | { field: string | null; message: string } {
  const parsed = ImportedUser.safeParse(draft);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  if (issue?.code === "unrecognized_keys") {
    // The names come from the file, and PostgreSQL cannot store each of them.
    return { field: null, message: toOneLine(`has unknown fields: ${issue.keys.join(", ").slice(0, 100)}`) };
  }
  return { field: issue?.path.join(".") ?? null, message: issue?.message ?? "isn't valid" };
}

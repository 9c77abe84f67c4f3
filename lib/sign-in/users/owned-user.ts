import { z } from "zod";
import type { Metadata } from "../session-user";

const Moment = z.iso.datetime().meta({ example: "2026-01-01T12:00:00.000Z" });
const MomentOrNull = Moment.nullable().meta({ example: null });

const FIELDS = {
  id: z.string().meta({ example: "usr_4k9x2m7q1w8e5r3t6y0u" }),
  email: z.string().meta({ example: "ada@example.com" }),
  emailVerified: z.boolean(),
  name: z.string().meta({ example: "Ada Lovelace" }),
  image: z.string().nullable().meta({ example: null }),
  isTestUser: z.boolean().meta({ description: "Whether testing tokens sign in as this user.", example: false }),
  twoFactorEnabled: z.boolean().meta({ example: false }),
  bannedAt: MomentOrNull,
  bannedUntil: MomentOrNull.meta({ description: "When the ban ends by itself.", example: null }),
  lastSignInAt: MomentOrNull,
  createdAt: Moment,
  updatedAt: Moment,
};

/** A user as the owner of the project sees them. Times are ISO 8601, UTC. */
export const OwnedUser = z.object(FIELDS).meta({ id: "ProjectUser" });
export type OwnedUser = z.infer<typeof OwnedUser>;

/** A user of a list, with the providers and `passkey` by which they sign in; `credential` is a password. */
export type ListedUser = OwnedUser & { methods: string[] };

const Kept = z.record(z.string(), z.unknown());
const METADATA = {
  publicMetadata: Kept.meta({ description: "Shown to the user's own client.", example: { role: "editor" } }),
  privateMetadata: Kept.meta({ description: "Shown to server keys and in the dashboard.", example: {} }),
};

/** A user with the data that the owner keeps about them, which lists leave out. */
export const OwnedUserWithMetadata = z.object({ ...FIELDS, ...METADATA }).meta({ id: "ProjectUserWithMetadata" });
export type OwnedUserWithMetadata = z.infer<typeof OwnedUserWithMetadata>;

export const OwnedUserPage = z
  .object({
    items: z.array(OwnedUser),
    nextCursor: z.string().nullable().meta({ description: "`before` of the next page.", example: null }),
  })
  .meta({ id: "ProjectUserPage" });

export const OwnedSession = z
  .object({
    id: z.string().meta({ example: "ses_4k9x2m7q1w8e5r3t6y0u" }),
    factors: z.array(z.string()).meta({ description: "How the user signed in.", example: ["password", "totp"] }),
    ipAddress: z.string().meta({ example: "192.0.2.1" }),
    userAgent: z.string().meta({ example: "Mozilla/5.0" }),
    signedInAt: Moment,
    lastUsedAt: Moment.meta({ description: "When it was last extended, at most once a day by default." }),
    expiresAt: Moment,
  })
  .meta({ id: "ProjectUserSession" });
export type OwnedSession = z.infer<typeof OwnedSession>;

export const OwnedSessionList = z.object({ items: z.array(OwnedSession) }).meta({ id: "ProjectUserSessionList" });

const OwnedMail = z.object({
  id: z.string().meta({ example: "mail_4k9x2m7q1w8e5r3t6y0u" }),
  kind: z.string().meta({ example: "sign-in" }),
  status: z
    .string()
    .meta({ description: "`queued`, `sent`, `failed`, `bounced`, `suppressed` or `expired`.", example: "sent" }),
  failure: z.string().nullable().meta({ description: "The mail server's answer.", example: null }),
  bounceCode: z.string().nullable().meta({ description: "The enhanced status code of a bounce.", example: null }),
  createdAt: Moment,
  sentAt: MomentOrNull,
});
export type OwnedMail = z.infer<typeof OwnedMail>;

export const OwnedUserDetails = z
  .object({
    ...FIELDS,
    ...METADATA,
    accounts: z
      .array(
        z.object({
          id: z.string().meta({ example: "acc_4k9x2m7q1w8e5r3t6y0u" }),
          provider: z.string().meta({ description: "`credential` is a password.", example: "github" }),
          accountId: z.string().meta({ description: "The user's id at the provider.", example: "583231" }),
          email: z.string().nullable().meta({ example: "ada@example.com" }),
          createdAt: Moment,
        }),
      )
      .meta({ description: "The ways to sign in, besides passkeys and emails." }),
    password: z
      .object({ setAt: MomentOrNull, mustReset: z.boolean().meta({ example: false }) })
      .nullable()
      .meta({ description: "`null` for a user without a password." }),
    passkeys: z.array(
      z.object({
        id: z.string().meta({ example: "psk_4k9x2m7q1w8e5r3t6y0u" }),
        name: z.string().nullable().meta({ example: "Laptop" }),
        isBackedUp: z.boolean(),
        createdAt: Moment,
        lastUsedAt: MomentOrNull,
      }),
    ),
    twoFactor: z
      .object({ enabledAt: Moment, backupCodes: z.int().meta({ description: "How many are left.", example: 10 }) })
      .nullable()
      .meta({ description: "`null` without two-step verification." }),
    trustedBrowsers: z.int().meta({ description: "Browsers that skip two-step verification." }),
    sessions: z.array(OwnedSession),
    mails: z.array(OwnedMail).meta({ description: "The newest 20 emails to the address, as long as they are kept." }),
  })
  .meta({ id: "ProjectUserDetails" });
export type OwnedUserDetails = z.infer<typeof OwnedUserDetails>;

export type OwnedUserRow = Omit<OwnedUser, "bannedAt" | "bannedUntil" | "lastSignInAt" | "createdAt" | "updatedAt"> & {
  bannedAt: Date | null;
  bannedUntil: Date | null;
  lastSignInAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
};

export function toOwnedUser(row: OwnedUserRow): OwnedUser {
  return {
    id: row.id,
    email: row.email,
    emailVerified: row.emailVerified,
    name: row.name,
    image: row.image,
    isTestUser: row.isTestUser,
    twoFactorEnabled: row.twoFactorEnabled,
    bannedAt: row.bannedAt?.toISOString() ?? null,
    bannedUntil: row.bannedUntil?.toISOString() ?? null,
    lastSignInAt: row.lastSignInAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

export function toOwnedUserWithMetadata(
  row: OwnedUserRow & { publicMetadata: unknown; privateMetadata: unknown },
): OwnedUserWithMetadata {
  const metadata = row as { publicMetadata: Metadata; privateMetadata: Metadata };
  return {
    ...toOwnedUser(row),
    publicMetadata: metadata.publicMetadata,
    privateMetadata: metadata.privateMetadata,
  };
}

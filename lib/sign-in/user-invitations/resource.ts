import { z } from "zod";
import { ServiceError } from "@/lib/core/errors";

const Moment = z.iso.datetime().meta({ example: "2026-01-01T12:00:00.000Z" });

/** An invitation that waits to be accepted. Its link is in the email alone. */
export const UserInvitation = z
  .object({
    id: z.string().meta({ example: "uin_4k9x2m7q1w8e5r3t6y0u" }),
    email: z.string().meta({ example: "ada@example.com" }),
    redirectTo: z.string().nullable().meta({ description: "Where the app goes on.", example: null }),
    locale: z.string().meta({ description: "The language of the email.", example: "en" }),
    createdAt: Moment,
    sentAt: Moment.meta({ description: "When the link that works was sent." }),
    expiresAt: Moment,
  })
  .meta({ id: "ProjectUserInvitation" });
export type UserInvitation = z.infer<typeof UserInvitation>;

export const UserInvitationPage = z
  .object({
    items: z.array(UserInvitation),
    nextCursor: z.string().nullable().meta({ description: "`before` of the next page.", example: null }),
  })
  .meta({ id: "ProjectUserInvitationPage" });

export type UserInvitationRow = Omit<UserInvitation, "createdAt" | "sentAt" | "expiresAt"> & {
  createdAt: Date;
  sentAt: Date;
  expiresAt: Date;
};

export function toUserInvitation(row: UserInvitationRow): UserInvitation {
  return {
    id: row.id,
    email: row.email,
    redirectTo: row.redirectTo,
    locale: row.locale,
    createdAt: row.createdAt.toISOString(),
    sentAt: row.sentAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
  };
}

export function userInvitationNotFound(): ServiceError {
  return new ServiceError("not_found", "Invitation not found. It may have been accepted, revoked or expired.");
}

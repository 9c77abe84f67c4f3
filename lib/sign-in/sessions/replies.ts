import { z } from "zod";
import { REMOVED_ACCESS } from "../removed-access";
import { User } from "../users/resource";
import { Session } from "./resource";

const Token = z.string().meta({
  description: "Names the session. The secret is in the cookie alone.",
  example: "ses_4k9x2m7q1w8e5r3t6y0u",
});

const SessionEnd = z.iso.datetime().meta({
  description: "When the session ends unless it is used.",
  example: "2026-01-08T12:00:00.000Z",
});

export const TwoFactorRequired = z
  .object({ twoFactorRedirect: z.literal(true), twoFactorMethods: z.array(z.literal("totp")) })
  .meta({ id: "TwoFactorRequired" });

export const SignedUp = z
  .object({ token: Token.nullable(), user: User, sessionExpiresAt: SessionEnd.optional() })
  .meta({ id: "SignedUp" });

export const SignedIn = z
  .object({
    redirect: z.boolean().meta({ example: false }),
    token: Token,
    url: z.string().optional(),
    user: User,
    sessionExpiresAt: SessionEnd,
  })
  .meta({ id: "SignedIn" });

const RemovedAccess = z
  .array(z.enum(REMOVED_ACCESS))
  .optional()
  .meta({
    description:
      "The methods that the first proof of the address removed: they were set up by the person who created the account, in another browser.",
    example: ["password"],
  });

export const SessionStarted = z
  .object({ token: Token, user: User, sessionExpiresAt: SessionEnd, removedAccess: RemovedAccess })
  .meta({ id: "SessionStarted" });
export type SessionStartedReply = z.infer<typeof SessionStarted>;

export const SessionWithUser = z.object({ session: Session, user: User }).meta({ id: "SessionWithUser" });

export const SessionList = z.array(Session);

export const Success = z.object({ success: z.literal(true) }).meta({ id: "Success" });
export const Status = z.object({ status: z.literal(true) }).meta({ id: "Status" });
export const PasswordReset = Status.extend({ removedAccess: RemovedAccess }).meta({ id: "PasswordReset" });
export const PasswordResetByCode = Success.extend({ removedAccess: RemovedAccess }).meta({ id: "PasswordResetByCode" });
export const Ok = z.object({ ok: z.literal(true) }).meta({ id: "Ok" });

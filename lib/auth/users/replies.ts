import { z } from "zod";
import { Session } from "../sessions/resource";
import { User } from "./resource";

const Token = z.string().meta({
  description: "Names the session. The secret is in the cookie alone.",
  example: "ses_4k9x2m7q1w8e5r3t6y0u",
});

export const SignedUp = z.object({ token: Token.nullable(), user: User }).meta({ id: "SignedUp" });

export const SignedIn = z
  .object({
    redirect: z.boolean().meta({ example: false }),
    token: Token,
    url: z.string().optional(),
    user: User,
  })
  .meta({ id: "SignedIn" });

export const SessionWithUser = z.object({ session: Session, user: User }).meta({ id: "SessionWithUser" });

export const SessionList = z.array(Session);

export const Success = z.object({ success: z.literal(true) }).meta({ id: "Success" });
export const Status = z.object({ status: z.literal(true) }).meta({ id: "Status" });
export const Ok = z.object({ ok: z.literal(true) }).meta({ id: "Ok" });

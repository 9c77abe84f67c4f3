import { z } from "zod";
import type { SignedInContext } from "../context";
import { recordSecurityEvent } from "../events/record";
import { Password } from "../users/fields";
import { confirmPassword } from "./confirm";

export const VerifyPasswordInput = z.object({ password: Password });

/** Tells whether this is the signed-in user's password. Throws as `confirmPassword`. */
export async function verifyOwnPassword(ctx: SignedInContext, input: { password: string }): Promise<{ status: true }> {
  const { user } = await confirmPassword(ctx, input.password, "password.verify");
  await recordSecurityEvent(ctx, { kind: "password.verify", outcome: "accepted", userId: user.id });
  return { status: true };
}

import { isId } from "@/lib/core/ids";
import type { SignedInContext, UserContext } from "../context";
import { SignInError } from "../errors";
import type { PasskeyRow } from "./resource";

/**
 * The ids of the user's passkeys. Until the transaction ends nobody else changes which there are, so that what depends
 * on their number holds for requests at once too.
 */
export async function lockPasskeysOf(ctx: UserContext, userId: string): Promise<string[]> {
  await ctx.db.$queryRaw`select id from end_user where id = ${userId} and project_id = ${ctx.project.id} for update`;
  const rows = await ctx.db.passkey.findMany({ where: { userId, projectId: ctx.project.id }, select: { id: true } });
  return rows.map(({ id }) => id);
}

/** Somebody else's passkey is not there. Throws `PASSKEY_NOT_FOUND`. */
export async function getOwnPasskey(ctx: SignedInContext, id: string): Promise<PasskeyRow> {
  const where = { id, userId: ctx.session.user.id, projectId: ctx.project.id };
  const row = isId("passkey", id) ? await ctx.db.passkey.findFirst({ where }) : null;
  if (!row) throw new SignInError("PASSKEY_NOT_FOUND");
  return row;
}

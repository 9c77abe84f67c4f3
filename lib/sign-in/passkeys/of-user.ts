import { isId } from "@/lib/core/ids";
import type { SignedInContext, UserContext } from "../context";
import { SignInError } from "../errors";
import type { PasskeyRow } from "./resource";

/** Returns the ids of the user's passkeys, locked so that their limit holds for concurrent requests. */
export async function lockPasskeysOf(ctx: UserContext, userId: string): Promise<string[]> {
  await ctx.db.$queryRaw`select id from end_user where id = ${userId} and project_id = ${ctx.project.id} for update`;
  const rows = await ctx.db.passkey.findMany({ where: { userId, projectId: ctx.project.id }, select: { id: true } });
  return rows.map(({ id }) => id);
}

/** Returns the user's passkey. Throws `PASSKEY_NOT_FOUND`, also for a passkey of another user. */
export async function getOwnPasskey(ctx: SignedInContext, id: string): Promise<PasskeyRow> {
  const where = { id, userId: ctx.session.user.id, projectId: ctx.project.id };
  const row = isId("passkey", id) ? await ctx.db.passkey.findFirst({ where }) : null;
  if (!row) throw new SignInError("PASSKEY_NOT_FOUND");
  return row;
}

import type { z } from "zod";
import type { Context } from "@/lib/core/context";
import type { Page } from "@/lib/core/db/cursor";
import { countUsersUpTo, type UserCount } from "../projects/count-users";
import { listUsersByOwner } from "./list-by-owner";
import type { ListUsersInput } from "./list-input";
import type { ListedUser } from "./owned-user";

/** Returns a page of a project's users with how they can sign in, and how many users the project has. */
export async function readUserList(
  ctx: Context,
  input: z.output<typeof ListUsersInput> & { projectId: string },
): Promise<Page<ListedUser> & { count: UserCount }> {
  const { projectId } = input;
  const { items, nextCursor } = await listUsersByOwner(ctx, input);
  const where = { projectId, userId: { in: items.map(({ id }) => id) } };
  const [accounts, passkeys, count] = await Promise.all([
    ctx.db.account.findMany({ where, select: { userId: true, providerId: true }, orderBy: { createdAt: "asc" } }),
    ctx.db.passkey.findMany({ where, select: { userId: true } }),
    countUsersUpTo(ctx, projectId),
  ]);
  const methods = Map.groupBy(
    [
      ...accounts.map(({ userId, providerId }) => ({ userId, method: providerId })),
      ...passkeys.map(({ userId }) => ({ userId, method: "passkey" })),
    ],
    ({ userId }) => userId,
  );
  const methodsOf = (id: string) => [...new Set(methods.get(id)?.map(({ method }) => method))];
  return { items: items.map((user) => ({ ...user, methods: methodsOf(user.id) })), nextCursor, count };
}

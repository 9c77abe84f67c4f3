import type { Context } from "@/lib/core/context";
import { createId } from "@/lib/core/ids";
import { CREDENTIAL } from "@/lib/sign-in/credentials/credential";
import { createUser } from "@/lib/sign-in/users/create";
import { getDashboardProjectId } from "./dashboard-project";

interface NewAccount {
  /** The address is in lower case. */
  email: string;
  name?: string;
  /** The hash is `null` for a user who proves the address at the first sign-in. */
  passwordHash: string | null;
}

/**
 * Returns the account of this address: an existing one keeps its password, and a new one with a password needs no proof
 * of its address. Throws a unique violation when somebody signs up with the address meanwhile.
 */
export async function findOrCreateAccount(
  tx: Context,
  { email, name = "", passwordHash }: NewAccount,
): Promise<{ userId: string; isNew: boolean }> {
  const projectId = await getDashboardProjectId(tx);
  const where = { projectId_email: { projectId, email } };
  const found = await tx.db.user.findUnique({ where, select: { id: true } });
  if (found) return { userId: found.id, isNew: false };
  const inProject = { ...tx, project: { id: projectId } };
  const { id: userId } = await createUser(inProject, { email, name, emailVerified: passwordHash !== null });
  if (passwordHash === null) return { userId, isNew: true };
  const now = tx.clock.now();
  await tx.db.account.create({
    data: {
      ...{ id: createId("account", tx.random), projectId, userId, providerId: CREDENTIAL, accountId: userId },
      ...{ passwordHash, passwordSetAt: now, createdAt: now, updatedAt: now },
    },
    select: { id: true },
  });
  return { userId, isNew: true };
}

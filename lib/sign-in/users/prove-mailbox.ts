import type { Context } from "@/lib/core/context";
import { withTransaction } from "@/lib/core/db/transaction";
import type { UserContext } from "../context";
import { CREDENTIAL } from "../credentials/credential";
import { recordSecurityEvent } from "../events/record";
import { queueMail } from "../mail/queue";
import type { RemovedAccess } from "../removed-access";
import type { SessionUser } from "../session-user";

/** A company's directory proves addresses, too, and has no browser. */
type ProvingContext = Context & Pick<UserContext, "userAgent" | "attempt"> & { project: { id: string } };

interface Proof {
  /** Whether the person also holds the account, as its browser does: then everything stays. */
  isOwner: boolean;
  /** The language of the notice, BCP 47. */
  locale?: string;
  /** The access that the caller sets anew, and the notice leaves out. */
  replaced?: RemovedAccess;
  /** The name that the person, or their identity provider, gives. */
  name?: string;
}

interface Proven {
  user: SessionUser;
  /** The ways in that are no longer there, for the notice on the page. */
  removed: RemovedAccess[];
}

/**
 * Marks the user's address as proven. Unless the person holds the account, too, they need not have created it: password,
 * sessions, passkeys and factors from before the first proof may be a stranger's. They are deleted, and a mail says which.
 * Name and picture go with them, since they are the choice of their former owner.
 */
export async function proveMailbox(
  ctx: ProvingContext,
  user: SessionUser,
  { isOwner, locale, replaced, name = "" }: Proof,
): Promise<Proven> {
  if (user.emailVerified) return { user, removed: [] };
  const twoFactorEnabled = isOwner && user.twoFactorEnabled;
  const proven = { emailVerified: true, twoFactorEnabled, updatedAt: ctx.clock.now() };
  // A real person has the address, so testing tokens must no longer sign in as them.
  const real = { ...proven, isTestUser: false };
  const event = { kind: "email.verify", outcome: "accepted", userId: user.id } as const;
  return withTransaction(ctx, async (tx) => {
    await tx.db.testToken.deleteMany({ where: { userId: user.id, projectId: tx.project.id } });
    await tx.db.user.update({ where: { id: user.id }, data: real, select: { id: true } });
    if (isOwner) {
      await recordSecurityEvent(tx, event);
      return { user: { ...user, ...proven }, removed: [] };
    }
    const had = await removeAccess(tx, user);
    const chosen = had.length === 0 ? {} : { name, image: null };
    if (had.length > 0) await tx.db.user.update({ where: { id: user.id }, data: chosen, select: { id: true } });
    await recordSecurityEvent(tx, { ...event, data: { droppedEarlierCredentials: true } });
    const done = { user: { ...user, ...proven, ...chosen }, removed: had.filter((each) => each !== replaced) };
    const { removed } = done;
    if (removed.length === 0) return done;
    const content = { removed };
    const mail = { kind: "access-removed", projectId: tx.project.id, to: user.email, content } as const;
    await queueMail(tx, { ...mail, ...(locale !== undefined && { locale }) });
    return done;
  });
}

/** Removes every way into the account. Returns those that there were, besides sessions and trusted browsers. */
async function removeAccess(tx: ProvingContext, user: SessionUser): Promise<RemovedAccess[]> {
  const where = { userId: user.id, projectId: tx.project.id };
  const password = await tx.db.account.deleteMany({ where: { ...where, providerId: CREDENTIAL } });
  const providers = await tx.db.account.deleteMany({ where });
  const passkeys = await tx.db.passkey.deleteMany({ where });
  await tx.db.session.deleteMany({ where });
  await tx.db.backupCode.deleteMany({ where });
  await tx.db.twoFactor.deleteMany({ where });
  await tx.db.trustedDevice.deleteMany({ where });
  if (user.twoFactorEnabled) {
    await recordSecurityEvent(tx, { kind: "two_factor.disable", outcome: "accepted", userId: user.id });
  }
  const found: Record<RemovedAccess, boolean> = {
    password: password.count > 0,
    "two-factor": user.twoFactorEnabled,
    passkeys: passkeys.count > 0,
    providers: providers.count > 0,
  };
  return (Object.keys(found) as RemovedAccess[]).filter((each) => found[each]);
}

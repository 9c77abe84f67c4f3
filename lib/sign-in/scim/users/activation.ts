import { recordAudit } from "@/lib/core/audit/record";
import { endAllSessions, recordOwnerEvent } from "../../users/user-address";
import { isOfCompany, type ScimContext } from "../context";
import type { ScimUserRow } from "./rows";

type Person = Pick<ScimUserRow, "userId" | "email" | "bannedAt" | "bannedUntil" | "deactivatedBy">;

/**
 * Bans a user whom the company doesn't employ any more, and ends their sessions. Of someone who has since taken an
 * address elsewhere, only the sessions by the connection are the company's to end.
 */
export async function deactivate(tx: ScimContext, person: Person): Promise<void> {
  const { id: connectionId, projectId, organisationId } = tx.connection;
  const { userId } = person;
  const address = { projectId, userId };
  if (!isOfCompany(tx.connection, person.email)) {
    const where = { ...address, factors: { has: connectionId } };
    const { count: sessions } = await tx.db.session.deleteMany({ where });
    const data = { sessions, provider: connectionId };
    await recordOwnerEvent(tx, projectId, { kind: "session.revoke", outcome: "accepted", userId, data });
    return;
  }
  // The owner's own ban stays theirs. If it has an end, that then finds that the directory wants them out.
  if (person.bannedAt === null) {
    const data = { bannedAt: tx.clock.now(), bannedUntil: null, deactivatedBy: connectionId };
    await tx.db.user.updateMany({ where: { id: userId, projectId, bannedAt: null }, data });
  }
  const sessions = await endAllSessions(tx, address);
  if (person.bannedAt !== null) return;
  const data = { sessions, provider: connectionId };
  await recordOwnerEvent(tx, projectId, { kind: "user.ban", outcome: "accepted", userId, data });
  await recordAudit(tx, { organisationId, action: "user.ban", targetId: userId, data: { projectId, ...data } });
}

/** Lets a user in again whom this connection deactivated; a ban of the owner stays. */
export async function activate(tx: ScimContext, { userId }: Person): Promise<void> {
  const { id: connectionId, projectId, organisationId } = tx.connection;
  const where = { id: userId, projectId, deactivatedBy: connectionId };
  const after = { bannedAt: null, bannedUntil: null, deactivatedBy: null };
  const { count } = await tx.db.user.updateMany({ where, data: after });
  if (count === 0) return;
  // A sign-in that was under way at the ban may have left a session, which must not become valid now.
  await endAllSessions(tx, { projectId, userId });
  const data = { provider: connectionId };
  await recordOwnerEvent(tx, projectId, { kind: "user.unban", outcome: "accepted", userId, data });
  await recordAudit(tx, { organisationId, action: "user.unban", targetId: userId, data: { projectId, ...data } });
}

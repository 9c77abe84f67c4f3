import type { Context } from "@/lib/core/context";
import { ServiceError } from "@/lib/core/errors";
import type { RestorePointOrigin } from "./resource";
import { PROTECTED_DAYS, retentionOf } from "./retention";

/** Bytes bound these first; the number bounds how many PostgreSQL databases a host carries for one of a customer. */
const PROTECTED_CHANGES = 200;

interface Subject {
  organisationId: string;
  databaseId: string;
  origin: RestorePointOrigin;
  isProtected: boolean;
}

/** Throws `limit_reached` when none of the others may go for a new restore point. The caller holds the host's lock. */
export async function requireRoom(tx: Context, { organisationId, ...subject }: Subject): Promise<void> {
  if (subject.origin !== "manual" && !subject.isProtected) return;
  const { databaseId, origin } = subject;
  const { plan, manual, safety } = await retentionOf(tx, organisationId);
  const isHeld = { databaseId, origin, status: { not: "deleting" } };
  const used = await tx.db.restorePoint.count({
    where: origin === "manual" ? isHeld : { ...isHeld, keptUntil: { gt: tx.clock.now() } },
  });
  const refuse = (held: string) => new ServiceError("limit_reached", `${held} Delete one first.`);
  if (origin === "manual" && used >= manual) {
    throw refuse(`The ${plan} plan keeps ${manual} named restore points per database, and all are in use.`);
  }
  if (origin === "before-restore" && used >= safety) {
    throw refuse(
      `The ${plan} plan keeps ${safety} restore points from before a restore, each for at least ${PROTECTED_DAYS} days, and all are in use.`,
    );
  }
  if (origin === "before-change" && used >= PROTECTED_CHANGES) {
    throw refuse(
      `This database already has ${PROTECTED_CHANGES} restore points from before changes in the last ${PROTECTED_DAYS} days.`,
    );
  }
}

import type { Context } from "@/lib/core/context";
import { Prisma } from "@/lib/core/db/generated/client";
import { withTransaction } from "@/lib/core/db/transaction";
import type { PastHost } from "./past-times";
import { UNFINISHED } from "./resource";

/** A restore that this process carries out. */
export interface BegunRestore {
  databaseId: string;
  organisationId: string;
  sourceId: string;
  host: PastHost & { serverVersionNum: number };
  at: Date;
  attempts: number;
  /** Whether the database that is brought back has been deleted meanwhile. While the restore goes on, it can't be. */
  isSourceGone: boolean;
}

/** Begins a restore, or begins it again. Returns `null` where it has ended, or was deleted. */
export function beginPastRestore(ctx: Context, databaseId: string): Promise<BegunRestore | null> {
  return withTransaction(ctx, async (tx) => {
    const asked = await tx.db.pastRestore.findUnique({ where: { databaseId }, select: { organisationId: true } });
    if (!asked) return null;
    const { organisationId } = asked;
    const [restore] = await tx.db.pastRestore.updateManyAndReturn({
      where: { databaseId, organisationId, ...UNFINISHED },
      data: { status: "running", step: null, startedAt: tx.clock.now(), attempts: { increment: 1 } },
      select: {
        sourceId: true,
        at: true,
        attempts: true,
        database: { select: { host: { select: { id: true, name: true, serverVersionNum: true } } } },
      },
    });
    if (!restore) return null;
    const { database, ...rest } = restore;
    // A deletion at this moment waits for this transaction, or this one for it.
    const [source] = await tx.db.$queryRaw<{ status: string }[]>(
      Prisma.sql`SELECT status FROM database WHERE id = ${rest.sourceId} FOR SHARE`,
    );
    const isSourceGone = source === undefined || source.status === "deleting";
    return { ...rest, organisationId, databaseId, host: database.host, isSourceGone };
  });
}

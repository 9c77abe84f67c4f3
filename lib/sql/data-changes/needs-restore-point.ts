import type { Context } from "@/lib/core/context";
import { ServiceError } from "@/lib/core/errors";
import { findNextSurplus } from "@/lib/hosting/restore-points/surplus";
import { RESTORE_POINT } from "@/lib/sql/grammar/effect";

/** Thrown, with nothing changed, before a change that a restore point could undo but its rows alone could not. */
export class NeedsRestorePointError extends ServiceError {
  readonly reason: string;

  constructor(reason: string, cause?: unknown) {
    super("conflict", `Nothing has changed yet. ${reason}`, { notes: { restorePointReason: reason }, cause });
    this.name = "NeedsRestorePointError";
    this.reason = reason;
  }
}

/**
 * Returns the facts for the user before a restore point is created: the reason, the effect, and the restore point that
 * goes for it.
 */
export async function reasonToAsk(
  ctx: Context,
  subject: { organisationId: string; databaseId: string; isProtected: boolean },
  why: string | null,
): Promise<string> {
  const next = subject.isProtected ? null : await findNextSurplus(ctx, { ...subject, origin: "before-change" });
  const at = next?.createdAt.toISOString().slice(0, 16).replace("T", " ");
  const gone = next && `The restore point “${next.name}” of ${at} UTC will be deleted to make room.`;
  return [why, RESTORE_POINT, gone].filter((part) => part !== null).join(" ");
}

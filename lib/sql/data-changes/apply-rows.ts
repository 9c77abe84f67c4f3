import type { CustomerSession } from "@/lib/core/ports/customer-session";
import { asConflict, ChangeConflictError } from "./change-conflict";
import { applyRecordedComments } from "./comments";
import { lockForUndo } from "./lock-for-undo";
import { matchRows } from "./match-rows";
import { nameConflicts } from "./object-names";
import type { RecordedTable } from "./recorded-rows";
import { requireOnly } from "./require-only";
import { OtherRowsError } from "./rows-not-kept";
import { writeRows } from "./write-rows";

/** Writes the recorded rows of one table and proves that nothing else changed. Throws `ChangeConflictError`. */
export async function applyRecordedRows(session: CustomerSession, recorded: RecordedTable): Promise<void> {
  if (recorded.holds === "comments") return applyRecordedComments(session, recorded);
  await session.query("SELECT pg_catalog.set_config('TimeZone', $1, true)", [recorded.timeZone]);
  const { target, before } = await lockForUndo(session, recorded);
  const matched = await matchRows(session, target, recorded);
  if (matched.conflicts.length > 0) {
    throw new ChangeConflictError(
      "Someone changed these rows afterwards, so nothing was undone.",
      await nameConflicts(session, target, matched.conflicts.reverse()),
    );
  }
  const expected: [number, number, number] = [0, 0, 0];
  for (const { from, to } of matched.rows) expected[from === null ? 0 : to === null ? 2 : 1] += 1;
  try {
    await writeRows(session, target, matched.rows);
    await requireOnly(session, before, new Map([[target.oid, expected]]));
  } catch (error) {
    if (!(error instanceof OtherRowsError)) throw asConflict(error);
    throw new ChangeConflictError(`Undoing this would also change ${error.others}.`, [], error);
  }
}

import type { StoredRecord } from "../file/read-file";
import { checkDraft, type ImportedUser } from "../imported-user";

/** A record, and either a user that can be imported or why it cannot be. */
export interface Judged {
  record: number;
  line: number;
  user: ImportedUser | null;
  problem: { field: string | null; message: string } | null;
}

export function judgeRecords(records: readonly StoredRecord[]): Judged[] {
  return records.map(([record, line, draft, unreadable]) => {
    const place = { record, line };
    if (draft === null) return { ...place, user: null, problem: { field: null, message: unreadable ?? "isn't JSON" } };
    const checked = checkDraft(draft);
    if ("message" in checked) return { ...place, user: null, problem: checked };
    return { ...place, user: checked, problem: null };
  });
}

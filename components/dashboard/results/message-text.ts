import { countText } from "@/components/ui/figure-text";
import type { SucceededStatement } from "@/lib/sql/statements/resource";

type Done = Pick<SucceededStatement, "action" | "object" | "rowCount" | "isTruncated" | "rows">;

const ROWS: Record<string, (rows: string, object: string | null) => string> = {
  SELECT: (rows) => `Selected ${rows}`,
  INSERT: (rows, object) => `Inserted ${rows}${object === null ? "" : ` into ${object}`}`,
  UPDATE: (rows, object) => `Updated ${rows}${object === null ? "" : ` in ${object}`}`,
  DELETE: (rows, object) => `Deleted ${rows}${object === null ? "" : ` from ${object}`}`,
  MERGE: (rows, object) => `Merged ${rows}${object === null ? "" : ` into ${object}`}`,
};

const DONE: Record<string, string> = {
  BEGIN: "Began a transaction",
  START: "Began a transaction",
  COMMIT: "Committed the transaction",
  END: "Committed the transaction",
  ROLLBACK: "Rolled back",
};

const VERBS: Record<string, string> = {
  ALTER: "Altered",
  COMMENT: "Commented on",
  CREATE: "Created",
  DROP: "Dropped",
  REFRESH: "Refreshed",
  REINDEX: "Reindexed",
  TRUNCATE: "Truncated",
};

/** Returns the effect of a statement in one sentence, such as `Created table customers`. */
export function messageText({ action, object, rowCount, isTruncated, rows: shown }: Done): string {
  // Their number is not known.
  if (action === "SELECT" && rowCount === null && isTruncated)
    return `Selected the first ${countText(shown.length, "row")}`;
  const rows = ROWS[action];
  if (rows && rowCount !== null) return rows(countText(rowCount, "row"), object);
  const done = DONE[action];
  if (done !== undefined) return done;
  const [first = "", ...kind] = action.split(" ");
  const verb = VERBS[first];
  if (verb === undefined) return `${action} finished`;
  return [verb, ...kind.map((word) => word.toLowerCase()), object].filter(Boolean).join(" ");
}

const OPERATIONS: ReadonlySet<string> = new Set(
  `ABORT ALTER ANALYZE BEGIN CALL CHECKPOINT CLOSE CLUSTER COMMENT COMMIT COPY CREATE DEALLOCATE DECLARE DELETE DISCARD
   DO DROP END EXECUTE EXPLAIN FETCH GRANT IMPORT INSERT LISTEN LOAD LOCK MERGE MOVE NOTIFY PREPARE REASSIGN REFRESH
   REINDEX RELEASE RESET REVOKE ROLLBACK SAVEPOINT SECURITY SELECT SET SHOW START TABLE TRUNCATE UNLISTEN UPDATE VACUUM
   VALUES WITH`.split(/\s+/),
);
const SKIPPED = /[\s(;]+|--[^\n]*|\/\*[\s\S]*?\*\//y;
const WORD = /[a-z]+/iy;

/**
 * Returns the command that a statement begins with, such as `SELECT`. Any other word may be a secret in the wrong place,
 * so it's `null`.
 */
export function operationOf(text: string): string | null {
  let at = 0;
  for (SKIPPED.lastIndex = at; SKIPPED.test(text); SKIPPED.lastIndex = at) at = SKIPPED.lastIndex;
  WORD.lastIndex = at;
  const word = WORD.exec(text)?.[0].toUpperCase();
  return word !== undefined && OPERATIONS.has(word) ? word : null;
}

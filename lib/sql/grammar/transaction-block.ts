import type { ParsedStatement } from "./parse";

const BEGINS: ReadonlySet<unknown> = new Set(["TRANS_STMT_BEGIN", "TRANS_STMT_START"]);
const ENDS: ReadonlySet<unknown> = new Set(["TRANS_STMT_COMMIT", "TRANS_STMT_ROLLBACK"]);

const isOneOf = (kinds: ReadonlySet<unknown>, { kind, body }: Pick<ParsedStatement, "kind" | "body">) =>
  kind === "TransactionStmt" && kinds.has(body.kind);

/** Returns the statements between a BEGIN and its end, of those that follow it; `null` for any other statement. */
export function blockOf(
  statement: Pick<ParsedStatement, "kind" | "body">,
  following: readonly ParsedStatement[],
): readonly ParsedStatement[] | null {
  if (!isOneOf(BEGINS, statement)) return null;
  const end = following.findIndex((one) => isOneOf(ENDS, one));
  return end === -1 ? following : following.slice(0, end);
}

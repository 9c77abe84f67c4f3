import { addsOnly } from "./adds-only";
import type { ParsedStatement } from "./parse";
import { isRecord, walkTree } from "./tree";

/**
 * The effect of a statement as far as its text shows. `reads` runs where nothing can be changed; `changes-rows` keeps
 * the rows before and after; `needs-restore-point` keeps the whole database first; `adds` makes something new, so that
 * nothing is lost and a DROP removes it; `session` leaves nothing to undo.
 */
export type Effect = "reads" | "changes-rows" | "needs-restore-point" | "adds" | "session" | "refused";

interface Judgement {
  effect: Effect;
  reason: string | null;
}

const READS: Judgement = { effect: "reads", reason: null };
const SESSION: Judgement = { effect: "session", reason: null };
const ADDS: Judgement = { effect: "adds", reason: null };
const ROWS: Judgement = { effect: "changes-rows", reason: null };
export const RESTORE_POINT =
  "This can't be undone row by row, so a restore point is created first. All other connections are dropped, and new ones wait until that's done. Undo then restores the whole database.";
const KEPT: Judgement = { effect: "needs-restore-point", reason: null };
const UNKNOWN: Judgement = {
  effect: "needs-restore-point",
  reason: "This could change anything. If it changes nothing, no restore point is created.",
};
const CURSOR_WITH_HOLD = 0x20;
const CHANGING_ROWS: ReadonlySet<string> = new Set(["InsertStmt", "UpdateStmt", "DeleteStmt", "MergeStmt"]);
/** The objects whose old comment is kept: the comment is a row of its own, which nothing but COMMENT changes. */
const COMMENTED: ReadonlySet<unknown> = new Set(["OBJECT_TABLE", "OBJECT_COLUMN"]);

const refuse = (reason: string): Judgement => ({ effect: "refused", reason });
const unkept = (reason: string): Judgement => ({ effect: "session", reason });

const NOT_HERE = refuse("A database's role can't do this. Manage databases in the dashboard.");
const NO_ROLES = refuse("A database has one role of its own here, and no others can be created or granted.");
const NO_TWO_PHASE = refuse("Two-phase transactions outlive the run and can't be undone.");

/** The judgements of statements whose kind alone decides; a kind that is judged nowhere needs a restore point. */
const BY_KIND: Record<string, Judgement> = {
  VariableShowStmt: READS,
  VariableSetStmt: SESSION,
  PrepareStmt: SESSION,
  DeallocateStmt: SESSION,
  DiscardStmt: SESSION,
  ConstraintsSetStmt: SESSION,
  ClosePortalStmt: SESSION,
  LockStmt: SESSION,
  FetchStmt: READS,
  ExecuteStmt: READS,
  VacuumStmt: SESSION,
  VacuumRelationStmt: SESSION,
  ReindexStmt: SESSION,
  ClusterStmt: SESSION,
  CheckPointStmt: SESSION,
  LoadStmt: SESSION,
  DoStmt: UNKNOWN,
  CallStmt: UNKNOWN,
  NotifyStmt: unkept("A notification can't be undone."),
  AlterRoleSetStmt: unkept("A role's settings aren't part of the database, so this can't be undone."),
  AlterRoleStmt: refuse(
    "To change the role's password, rotate it in the dashboard. Nothing else about the role can be changed.",
  ),
  ListenStmt: refuse("LISTEN has no effect here: the session ends with each run."),
  UnlistenStmt: refuse("UNLISTEN has no effect here: the session ends with each run."),
  CopyStmt: refuse("COPY needs a client that can send and receive files. Use import and export instead."),
  CreatedbStmt: NOT_HERE,
  DropdbStmt: NOT_HERE,
  AlterDatabaseStmt: NOT_HERE,
  AlterDatabaseSetStmt: NOT_HERE,
  AlterDatabaseRefreshCollStmt: NOT_HERE,
  CreateRoleStmt: NO_ROLES,
  DropRoleStmt: NO_ROLES,
  GrantRoleStmt: NO_ROLES,
  CreateTableSpaceStmt: NOT_HERE,
  DropTableSpaceStmt: NOT_HERE,
  AlterTableSpaceOptionsStmt: NOT_HERE,
  AlterSystemStmt: NOT_HERE,
};

export function judge({
  kind,
  body,
  dropsTemporary = false,
}: Pick<ParsedStatement, "kind" | "body" | "dropsTemporary">): Judgement {
  if (dropsTemporary) return SESSION;
  if (CHANGING_ROWS.has(kind)) return changesWithin(body) ? KEPT : ROWS;
  switch (kind) {
    case "SelectStmt":
      return isRecord(body.intoClause) || changesWithin(body) ? KEPT : READS;
    case "TransactionStmt":
      return judgeTransaction(body);
    case "ExplainStmt":
      return judgeExplain(body);
    case "DeclareCursorStmt":
      return (Number(body.options ?? 0) & CURSOR_WITH_HOLD) === 0
        ? SESSION
        : refuse("A cursor WITH HOLD runs when the transaction ends, so its changes couldn't be undone.");
    case "CommentStmt":
      return COMMENTED.has(body.objtype) ? ROWS : KEPT;
    case "CreateStmt":
      return isRecord(body.relation) && body.relation.relpersistence === "t" ? SESSION : ADDS;
    case "VariableSetStmt":
      return String(body.name).toLowerCase() === "standard_conforming_strings"
        ? refuse("standard_conforming_strings can't be changed here.")
        : SESSION;
    default:
      return addsOnly({ kind, body }) ? ADDS : (BY_KIND[kind] ?? KEPT);
  }
}

/** Returns whether something within the statement changes rows, such as `WITH gone AS (DELETE … RETURNING …)`. */
function changesWithin(body: Record<string, unknown>): boolean {
  let isFound = false;
  walkTree(body, (kind) => {
    if (CHANGING_ROWS.has(kind)) isFound = true;
  });
  return isFound;
}

function judgeTransaction(body: Record<string, unknown>): Judgement {
  switch (body.kind) {
    case "TRANS_STMT_PREPARE":
    case "TRANS_STMT_COMMIT_PREPARED":
    case "TRANS_STMT_ROLLBACK_PREPARED":
      return NO_TWO_PHASE;
    default:
      return body.chain === true
        ? refuse("AND CHAIN isn't supported here. Start the next transaction with BEGIN.")
        : SESSION;
  }
}

/** Judges an EXPLAIN, which executes its statement only with ANALYZE. */
function judgeExplain(body: Record<string, unknown>): Judgement {
  const options = Array.isArray(body.options) ? (body.options as unknown[]) : [];
  const isExecuted = options.some((option) => {
    const element = isRecord(option) && isRecord(option.DefElem) ? option.DefElem : null;
    return element?.defname === "analyze";
  });
  if (!isExecuted) return READS;
  const [inner] = Object.entries(isRecord(body.query) ? body.query : {});
  if (!inner || !isRecord(inner[1])) return KEPT;
  const judgement = judge({ kind: inner[0], body: inner[1] });
  return judgement.effect === "reads" ? READS : KEPT;
}

/** The statements that concern the session alone and are harmless in a session of the read role. */
const READERS_KINDS: ReadonlySet<string> = new Set(["VariableSetStmt", "PrepareStmt", "DeallocateStmt", "DiscardStmt"]);

/** Returns why a statement is refused to a member who may read data but not change it; `null` when it is allowed. */
export function refusalForReaders(statement: Pick<ParsedStatement, "kind" | "body">): string | null {
  const { effect, reason } = judge(statement);
  if (effect === "refused") return reason;
  const isAllowed = effect === "reads" || READERS_KINDS.has(statement.kind);
  return isAllowed ? null : "Your role can read data, but not change it.";
}

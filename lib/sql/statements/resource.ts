import { z } from "zod";
import type { Person } from "@/lib/people/members/resource";
import type { TableName } from "../customer-session/quoting";
import type { Effect } from "../grammar/effect";
import type { TableKind } from "../tables/resource";

export const RunMode = z.enum(["run", "explain", "explain-analyze"]);
export type RunMode = z.infer<typeof RunMode>;

/** The values by their names in the text, such as `:id` or `$1`. */
export const ParameterValues = z.record(z.string().regex(/^(?::[a-z_]\w{0,99}|\$\d{1,4})$/i), z.string().nullable());
export type ParameterValues = z.infer<typeof ParameterValues>;

/** The outcome of one statement. Offsets are UTF-16, in the whole text. */
export type StatementOutcome = {
  statementId: string;
  from: number;
  to: number;
  durationMicros: number;
  notices: string[];
  /** The ids of the statements that are known by now to have had no effect, since their transaction was rolled back. */
  rolledBack: string[];
} & (SucceededStatement | FailedStatement);

export interface SucceededStatement {
  status: "succeeded";
  command: string;
  /** The action and its object, such as `CREATE TABLE` and `customers`; the object is `null` if there is none. */
  action: string;
  object: string | null;
  columns: ResultColumn[];
  /** Values as Postgres writes them. */
  rows: (string | null)[][];
  rowCount: number | null;
  isTruncated: boolean;
  /** The change that can be undone; `null` where no lasting change was made. */
  change: StatementChange | null;
  /** The ids of the changes that were pending until this statement. */
  committed: string[];
}

export interface ResultColumn {
  name: string;
  typeName: string;
}

export interface StatementChange {
  id: string;
  kind: "rows" | "restore-point";
  rowCount: number;
  /** Whether it lasts only once the transaction it is in is committed, which the outcome of COMMIT says. */
  isPending: boolean;
}

export interface Failure {
  status: "failed" | "cancelled";
  sqlState: string | null;
  message: string;
  detail: string | null;
  hint: string | null;
  position: number | null;
  /** The question to confirm before the statement can run; nothing of it was done. */
  asks: Question | null;
}

export interface FailedStatement extends Failure {
  /** The statements of the run before it, and after it, of which none was run. */
  ran: number;
  notRun: number;
  /** Whether it ended a transaction, which was rolled back. */
  isRolledBack: boolean;
}

/** The user's leave to create restore points, and where the run goes on that asked for it. */
export interface Confirmation {
  /** The offset of the statement in the whole text; those before it have run. */
  from: number;
  settings: [name: string, value: string][];
}

interface Question {
  /** Why a restore point is needed, and its effect. */
  reason: string;
  /** The settings of the session, which the run needs again when it goes on. */
  settings: [name: string, value: string][];
}

export interface ListedStatement {
  id: string;
  /** The text with its secrets masked. */
  text: string;
  command: string | null;
  status: string;
  rowCount: number | null;
  durationMicros: number | null;
  sqlState: string | null;
  message: string | null;
  /** ISO 8601, UTC. */
  startedAt: string;
  actorId: string;
  /** The member; `null` when the account is gone. */
  person: Person | null;
  change: {
    id: string;
    /** `pending`, `committed`, `aborted` or `undone`. */
    status: string;
    kind: "rows" | "restore-point";
    rowCount: number;
    /** The change that undid it, which can be undone in turn. */
    undoneById: string | null;
  } | null;
}

export interface Understood {
  statements: UnderstoodStatement[];
  /**
   * The reason that the user has to confirm before the statements run; `null` if none is known to need a restore point.
   */
  reason: string | null;
}

export interface UnderstoodStatement {
  text: string;
  /** UTF-16 offsets in the whole text. */
  from: number;
  to: number;
  command: string;
  effect: Effect;
  /** The fact to know before the statement runs, or the reason for its refusal. */
  reason: string | null;
}

export interface DescribedSchema {
  name: string;
  tables: DescribedTable[];
  functions: string[];
  types: string[];
}

export interface DescribedTable {
  name: string;
  kind: TableKind;
  columns: DescribedColumn[];
  /** The partitions of a partitioned table at every depth, by name; absent where there are none. */
  partitions?: TableName[];
}

export interface DescribedColumn {
  name: string;
  typeName: string;
  /** Whether the column is in the primary key, or else in a foreign key. */
  key: "primary" | "foreign" | null;
}

export interface BuiltIns {
  keywords: string[];
  types: string[];
  functions: string[];
  /** The tables and views of `pg_catalog` and `information_schema`. */
  relations: { schema: string; name: string; columns: string[] }[];
}

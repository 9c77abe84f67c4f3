import { z } from "zod";
import { DatabaseId } from "@/lib/core/id-schemas";
import { parameterTexts, requireStorable } from "./parameter-text";
import type { ResultForm } from "./result-json";

export const ISOLATION_LEVELS = {
  readUncommitted: "READ UNCOMMITTED",
  readCommitted: "READ COMMITTED",
  repeatableRead: "REPEATABLE READ",
  serializable: "SERIALIZABLE",
} as const;
export type IsolationLevel = keyof typeof ISOLATION_LEVELS;

export const MAX_STATEMENTS = 500;

export const Query = z.strictObject({
  query: z.string().meta({ description: "One statement, with `$1`, `$2` … for its parameters." }),
  params: z.array(z.unknown()).optional(),
  arrayMode: z.boolean().optional().meta({ description: "Rows are arrays in place of objects." }),
});
export type Query = z.infer<typeof Query>;

/** Without a statement a transaction has no result, as with Neon: programs batch lists that may be empty. */
export const Queries = z.array(Query).max(MAX_STATEMENTS);

export const ExecuteSqlInput = z
  .strictObject({
    database: DatabaseId,
    ...Query.partial().shape,
    queries: Queries.min(1).optional().meta({ description: "Statements of one transaction, in place of `query`." }),
    isolationLevel: z
      .enum(Object.keys(ISOLATION_LEVELS) as [IsolationLevel, ...IsolationLevel[]])
      .optional()
      .meta({ description: "Of the transaction of `queries`." }),
    readOnly: z.boolean().optional().meta({ description: "Whether the transaction of `queries` may only read." }),
    deferrable: z.boolean().optional().meta({
      description: "Whether a serializable transaction that only reads waits until it can't fail.",
    }),
  })
  .refine(({ query, queries }) => (query === undefined) !== (queries === undefined), {
    message: "send either query or queries",
  })
  .refine(
    ({ queries, params, isolationLevel, readOnly, deferrable }) =>
      queries === undefined
        ? [isolationLevel, readOnly, deferrable].every((each) => each === undefined)
        : params === undefined,
    {
      message: "params belongs to query; isolationLevel, readOnly and deferrable belong to queries",
    },
  )
  .meta({
    example: { database: "db_4k9x2m7q1w8e5r3t6y0u", query: "select id, name from item where id = $1", params: [1] },
  });
export type ExecuteSqlInput = z.infer<typeof ExecuteSqlInput>;

/** A statement as Postgres gets it, and the form of its result. */
export interface SqlStatement {
  text: string;
  values: (string | null)[];
  /** Whether a value was sent as an array. */
  hasArrays: boolean;
  form: ResultForm;
}

export interface SqlTransaction {
  isolationLevel: IsolationLevel | null;
  readOnly: boolean;
  deferrable: boolean;
}

export interface SqlRequest {
  statements: SqlStatement[];
  /** Without one there is a single statement. */
  transaction: SqlTransaction | null;
}

/** Throws `invalid_request`. */
export function statementOf({ query, params = [], arrayMode = false }: Query, form: ResultForm): SqlStatement {
  return {
    text: requireStorable(query, "The statement"),
    values: parameterTexts(params),
    hasArrays: params.some(Array.isArray),
    form: { ...form, arrayMode: form.arrayMode || arrayMode },
  };
}

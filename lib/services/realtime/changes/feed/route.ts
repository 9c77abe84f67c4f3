import { columnValue } from "../authorization/filter";
import type { Plan } from "../authorization/plan";
import type { PublishedTable } from "../outbox/read-tables";
import type { RecordedChange, RecordedRow } from "../reader/poll";
import type { NumberedTransaction } from "./replay-buffer";

/** Returns, for the id of a user, the transactions that may hold something for this user, in their order. */
export type Route = (userId: string | null) => readonly NumberedTransaction[];

/** Returns where transactions go that change a table. Rows of other owners cost a user nothing. */
export function routeOf(
  transactions: readonly NumberedTransaction[],
  { table, plan }: { table: PublishedTable; plan: Plan },
): Route {
  const about = transactions.filter(({ changes }) => changes.some((change) => isOf(change, table)));
  if (plan.kind !== "columns" || about.length === 0) return () => about;
  const toAll = new Set<NumberedTransaction>();
  const toOwner = new Map<string, Set<NumberedTransaction>>();
  for (const transaction of about) {
    for (const change of transaction.changes.filter((one) => isOf(one, table))) {
      if (isBulk(change) || !isOfShape(change, table)) toAll.add(transaction);
      for (const row of [change.old, change.new].flatMap((one) => one ?? [])) {
        for (const owner of ownersOf(row, plan.columns, table)) {
          const theirs = toOwner.get(owner) ?? new Set();
          toOwner.set(owner, theirs.add(transaction));
        }
      }
    }
  }
  return (userId) => {
    const theirs = userId === null ? undefined : toOwner.get(userId);
    if (!theirs) return [...toAll];
    return toAll.size === 0 ? [...theirs] : about.filter((one) => theirs.has(one) || toAll.has(one));
  };
}

export function isOf(change: RecordedChange, { schema, name }: PublishedTable): boolean {
  return change.name === null || (change.name === name && change.schema === schema);
}

/** Whether it stands for rows that are not recorded one by one. */
export function isBulk({ op }: RecordedChange): boolean {
  return op === "bulk" || op === "truncate";
}

/** Whether the rows have the meaning of the table's rows now, and are shown to the same users. */
export function isOfShape({ shape }: RecordedChange, table: PublishedTable): boolean {
  return shape === table.shape;
}

/** Returns whose ids the columns of a row have. */
export function ownersOf(row: RecordedRow, columns: readonly string[], table: PublishedTable): string[] {
  return table.columns.flatMap((column) => {
    const value = columns.includes(column.name) ? columnValue(row, column) : null;
    return value === null ? [] : [String(value)];
  });
}

import { ServiceError } from "@/lib/core/errors";
import { nameOf, type PublishedTable } from "../outbox/read-tables";
import type { RecordedChange, RecordedRow } from "../reader/poll";
import { type AskedChanges, CHANGE_EVENTS, type Change } from "./change";
import { columnValue, compileFilter } from "./filter";

/** Whether a user may see a row as it was and as it is. */
export interface Sight {
  old: boolean;
  new: boolean;
}

/** Returns what a subscription is told of a change; `null` for nothing. */
export type View = (change: RecordedChange, sight: Sight) => Change | null;

/**
 * Returns how a subscription sees the changes of a table: a row that leaves its sight is deleted for it, and one that
 * enters is inserted. Throws `invalid_request` for columns and filters that the table doesn't have for its users.
 */
export function viewOf(table: PublishedTable, asked: AskedChanges): View {
  const isAbout = compileFilter(asked.filter ?? [], table.columns);
  const readable = table.columns.filter(({ isReadable }) => isReadable);
  for (const column of asked.columns ?? []) {
    if (!readable.some(({ name }) => name === column)) throw noSuchColumn(column);
  }
  const inNew = readable.filter(({ name }) => !asked.columns || asked.columns.includes(name));
  const inOld = readable.filter(({ name, isKey }) => isKey || asked.columns?.includes(name));
  const events = new Set(asked.events ?? CHANGE_EVENTS);
  const values = (row: RecordedRow, columns: typeof readable) =>
    Object.fromEntries(columns.flatMap((one) => (one.name in row.values ? [[one.name, columnValue(row, one)]] : [])));
  return (change, sight) => {
    const before = sight.old && change.old && isAbout(change.old) ? change.old : null;
    const after = sight.new && change.new && isAbout(change.new) ? change.new : null;
    if (!before && !after) return null;
    const op = before ? (after ? "update" : "delete") : "insert";
    if (!events.has(op)) return null;
    const omitted = change.omitted.filter((column) => inNew.some(({ name }) => name === column));
    return {
      ...{ table: nameOf(table), op },
      ...(after && { new: values(after, inNew) }),
      ...(before && { old: values(before, inOld) }),
      ...(omitted.length > 0 && { omitted }),
      committedAt: change.at,
    };
  };
}

function noSuchColumn(column: string): ServiceError {
  const message = `The table has no column ${column} that you may read.`;
  return new ServiceError("invalid_request", message, { details: [{ path: "columns", message }] });
}

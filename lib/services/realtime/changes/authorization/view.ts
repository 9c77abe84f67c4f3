import { ServiceError } from "@/lib/core/errors";
import { nameOf, type PublishedTable } from "../outbox/read-tables";
import type { RecordedChange, RecordedRow } from "../reader/poll";
import { type AskedChanges, CHANGE_EVENTS, type Change } from "./change";
import { columnValue, compileFilter } from "./filter";

/** Whether a user may see a row as it was and as it is. */
export interface Visibility {
  old: boolean;
  new: boolean;
}

/** Returns the view that a subscription has of a change; `null` for nothing, "unknown" where that can't be told. */
export type View = (change: RecordedChange, visibility: Visibility) => Change | "unknown" | null;

const MAX_VIEWS = 1_000;
/** About as many changes as are told at a time. */
const MAX_REMEMBERED = 64;
const known = new WeakMap<PublishedTable, Map<string, View>>();

/**
 * Returns how a subscription sees the changes of a table: a row that is no longer visible is deleted for it, and a row
 * that becomes visible is inserted. Throws `invalid_request` for columns and filters that the table doesn't have for its
 * users.
 */
export function viewOf(table: PublishedTable, asked: AskedChanges): View {
  const views = known.get(table) ?? new Map<string, View>();
  known.set(table, views);
  const key = JSON.stringify([asked.events, asked.columns, asked.filter]);
  const view = views.get(key) ?? remembering(makeView(table, asked));
  if (views.size >= MAX_VIEWS) views.clear();
  views.set(key, view);
  return view;
}

/** Returns a view whose changes are the same objects for all who see the same, so that each is written once. */
function remembering(view: View): View {
  const made = new Map<RecordedChange, Map<string, Change>>();
  return (change, visibility) => {
    const byVisibility = made.get(change);
    const name = `${visibility.old} ${visibility.new}`;
    const before = byVisibility?.get(name);
    if (before) return before;
    const seen = view(change, visibility);
    if (seen === null || seen === "unknown") return seen;
    if (made.size >= MAX_REMEMBERED) made.clear();
    made.set(change, (byVisibility ?? new Map<string, Change>()).set(name, seen));
    return seen;
  };
}

function makeView(table: PublishedTable, asked: AskedChanges): View {
  const isAbout = compileFilter(asked.filter ?? [], table.columns);
  const readable = table.columns.filter(({ isReadable }) => isReadable);
  for (const column of asked.columns ?? []) {
    if (!readable.some(({ name }) => name === column)) throw noSuchColumn(column);
  }
  const inNew = readable.filter(({ name }) => !asked.columns || asked.columns.includes(name));
  const inOld = readable.filter(({ name, isKey }) => isKey || asked.columns?.includes(name));
  const events = new Set(asked.events ?? CHANGE_EVENTS);
  const values = (row: RecordedRow, columns: typeof readable) =>
    Object.fromEntries(
      columns.flatMap((one) => (row.values.has(one.name) && !one.isVirtual ? [[one.name, columnValue(row, one)]] : [])),
    );
  return (change, visibility) => {
    const isAboutOld = visibility.old && change.old !== null && isAbout(change.old);
    const isAboutNew = visibility.new && change.new !== null && isAbout(change.new);
    if (isAboutOld === null || isAboutNew === null) return "unknown";
    const [before, after] = [isAboutOld ? change.old : null, isAboutNew ? change.new : null];
    if (!before && !after) return null;
    const op = before ? (after ? "update" : "delete") : "insert";
    if (!events.has(op)) return null;
    const omitted = inNew.filter(({ name, isVirtual }) => isVirtual || change.omitted.includes(name));
    return {
      ...{ table: nameOf(table), op },
      ...(after && { new: values(after, inNew) }),
      ...(before && { old: values(before, inOld) }),
      ...(omitted.length > 0 && { omitted: omitted.map(({ name }) => name) }),
      committedAt: change.at,
    };
  };
}

function noSuchColumn(column: string): ServiceError {
  const message = `The table has no column ${column} that you may read.`;
  return new ServiceError("invalid_request", message, { details: [{ path: "columns", message }] });
}

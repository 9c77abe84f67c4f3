import { ServiceError } from "@/lib/core/errors";
import { isFor, type ShownTable } from "./subscriber-group";
import type { ChangeSubscription } from "./subscription";

/** Throws `not_found` or `missing_permission` where the table is not for the subscriber. */
export function requireAudience(shown: ShownTable, { who, table }: ChangeSubscription): void {
  const isReadable = shown.table.columns.some((column) => column.isReadable);
  if (shown.plan.kind === "nobody" || !isReadable) throw notPublished(table);
  if (!isFor(shown, who.userId)) throw notForVisitors();
}

export function notPublished(table: string): ServiceError {
  return new ServiceError("not_found", `The project publishes no table ${table}.`);
}

export function notForVisitors(): ServiceError {
  return new ServiceError("missing_permission", "Only signed-in users can subscribe to this table.");
}

import type { Context } from "@/lib/core/context";
import type { CustomerSession } from "@/lib/core/ports/customer-session";
import { withCustomerSession } from "@/lib/sql/customer-session/with-session";
import { asRefusal } from "./refusal";

/** A customer may have given the role settings of its own; what the pages show must not depend on them. */
const SETTINGS = {
  search_path: "pg_catalog, pg_temp",
  DateStyle: "ISO, YMD",
  IntervalStyle: "postgres",
  TimeZone: "UTC",
  bytea_output: "hex",
  extra_float_digits: "1",
  lock_timeout: "3s",
  row_security: "on",
};

const PIN = `SELECT ${Object.entries(SETTINGS)
  .map(([name, value]) => `pg_catalog.set_config('${name}', '${value}', false)`)
  .join(", ")}`;

/**
 * A session inside the database that reads for a page, with names looked up in pg_catalog alone: nothing the customer
 * made can take the place of a function or an operator. What PostgreSQL refuses is told as `invalid_request`.
 */
export function withPinnedSession<T>(
  ctx: Context,
  { databaseId }: { databaseId: string },
  work: (session: CustomerSession) => Promise<T>,
): Promise<T> {
  return withCustomerSession(ctx, { databaseId, permission: "data:read", readOnly: true }, async (session) => {
    await pinSession(session);
    return asRefusal(() => work(session));
  });
}

export async function pinSession(session: CustomerSession): Promise<void> {
  await session.query(PIN);
}

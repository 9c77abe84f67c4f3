import type { Context } from "@/lib/core/context";
import { randomBase62 } from "@/lib/core/crypto/secret-text";

const LENGTH = 32;

function place(databaseId: string) {
  return { table: "database", column: "password", rowId: databaseId };
}

/** Returns a new password for the database's role, sealed as its row keeps it. 190 bits, URL-safe. */
export function createSealedPassword(ctx: Context, databaseId: string): string {
  return ctx.sealer.seal(randomBase62(LENGTH, ctx.random), place(databaseId));
}

export function openPassword(ctx: Pick<Context, "sealer">, row: { id: string; password: string }): string {
  return ctx.sealer.open(row.password, place(row.id));
}

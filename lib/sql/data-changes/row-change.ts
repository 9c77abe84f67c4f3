import { z } from "zod";

const Values = z.record(z.string().max(255), z.string().max(1_100_000).nullable());
const Key = z.record(z.string().max(255), z.string().max(10_000));
const Table = z.strictObject({ schema: z.string().max(255), name: z.string().max(255) });

/** A change of one row. Values are text as Postgres reads it; `expected` holds columns as the user saw them. */
export const RowChange = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("insert"), table: Table, values: Values }),
  z.strictObject({ kind: z.literal("update"), table: Table, key: Key, values: Values, expected: Values.optional() }),
  z.strictObject({ kind: z.literal("delete"), table: Table, key: Key, expected: Values.optional() }),
]);
export type RowChange = z.infer<typeof RowChange>;

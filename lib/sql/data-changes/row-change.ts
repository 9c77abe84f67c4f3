import { z } from "zod";

const Values = z.record(z.string(), z.string().nullable());
const Table = z.object({ schema: z.string(), name: z.string() });

/** Values are text as Postgres reads it. `expected` are columns as they were seen. */
export const RowChange = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("insert"), table: Table, values: Values }),
  z.object({ kind: z.literal("update"), table: Table, key: Values, values: Values, expected: Values.optional() }),
  z.object({ kind: z.literal("delete"), table: Table, key: Values, expected: Values.optional() }),
]);
export type RowChange = z.infer<typeof RowChange>;

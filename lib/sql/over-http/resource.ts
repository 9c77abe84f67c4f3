import { z } from "zod";

const Result = z.object({
  command: z.string().meta({ description: "The command's first word, such as `SELECT`." }),
  rowCount: z.int().nullable(),
  rowAsArray: z.boolean(),
  fields: z.array(
    z.object({
      name: z.string(),
      dataTypeID: z.int().meta({ description: "The OID of the type in pg_type." }),
      tableID: z.int(),
      columnID: z.int(),
      dataTypeSize: z.int(),
      dataTypeModifier: z.int(),
      format: z.literal("text"),
    }),
  ),
  rows: z.array(z.union([z.record(z.string(), z.unknown()), z.array(z.unknown())])),
});

/** The answer has `results` for `queries`, and the fields of one result for `query`. */
export const SqlAnswer = z.union([Result, z.object({ results: z.array(Result) })]);

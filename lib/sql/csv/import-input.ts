import { z } from "zod";
import { DatabaseInput } from "@/lib/hosting/databases/name";
import { DELIMITERS, ENCODINGS, IMPORT_MODES, type ImportProgress } from "./resource";

const Identifier = z
  .string()
  .min(1)
  .max(63 * 4);
const MAX_COLUMNS = 1_000;
const MAX_CREATE_CHARACTERS = 100_000;

export const ImportRowsInput = DatabaseInput.extend({
  schema: Identifier,
  name: Identifier,
  /** The CREATE TABLE that makes the table first, in the same transaction. */
  createText: z.string().max(MAX_CREATE_CHARACTERS).optional(),
  delimiter: z.enum(DELIMITERS),
  quote: z.enum(['"', "'"]).default('"'),
  encoding: z.enum(ENCODINGS).default("utf-8"),
  hasHeader: z.boolean(),
  /** The text that stands for NULL where it is not quoted. */
  nullText: z
    .string()
    .max(20)
    .regex(/^[^"'\r\n]*$/)
    .default(""),
  /** The table's column for each field of a line; `null` for one that is skipped. */
  columns: z.array(Identifier.nullable()).min(1).max(MAX_COLUMNS),
  mode: z.enum(IMPORT_MODES).default("insert"),
  fileName: z.string().max(255).default("a file"),
  /** The caller knows that a restore point is taken first, which ends the sessions of the database. */
  mayKeepDatabase: z.boolean().default(false),
  /** Everything is tried and rolled back, before a restore point is taken. */
  isTrial: z.boolean().default(false),
});
export type ImportRowsInput = z.infer<typeof ImportRowsInput>;

export interface ImportFile extends ImportRowsInput {
  body: AsyncIterable<Uint8Array>;
  /** Ends the import, of which nothing is left. */
  signal: AbortSignal;
  onProgress: (progress: ImportProgress) => Promise<void>;
}

export interface ImportSubject {
  organisationId: string;
  database: { id: string; hostId: string };
  statementId: string | null;
  restorePointId: string | null;
}

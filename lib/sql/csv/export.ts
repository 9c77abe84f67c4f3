import { escapeIdentifier, escapeLiteral } from "pg";
import { z } from "zod";
import { requirePermission } from "@/lib/core/access/require-permission";
import { recordAudit } from "@/lib/core/audit/record";
import type { Context } from "@/lib/core/context";
import { DatabaseInput } from "@/lib/hosting/databases/name";
import { quoteTable } from "@/lib/sql/customer-session/quoting";
import { withReadSession } from "@/lib/sql/customer-session/read-session";
import { RowSelection } from "@/lib/sql/tables/browse";
import { conditionOf } from "@/lib/sql/tables/filter";
import type { TableShape } from "@/lib/sql/tables/resource";
import { orderClause, rowOrderOf } from "@/lib/sql/tables/row-order";
import { readTableShape } from "@/lib/sql/tables/shape";
import { Literals } from "./copy-literal";
import { holdTransfer, MAX_TRANSFER_MS } from "./hold-transfer";
import { DELIMITERS, EXPORT_FORMATS } from "./resource";

export const ExportRowsInput = RowSelection.extend({
  ...DatabaseInput.shape,
  format: z.enum(EXPORT_FORMATS),
  delimiter: z.enum(DELIMITERS).default(","),
  hasHeader: z.boolean().default(true),
  /** The text that stands for NULL; an empty text is then written as `""`. */
  nullText: z
    .string()
    .max(20)
    .regex(/^[^"\r\n]*$/)
    .default(""),
  /** Spreadsheets of Microsoft take a file for UTF-8 only with a byte order mark. */
  hasByteOrderMark: z.boolean().default(false),
});
interface ExportRowsInput extends z.infer<typeof ExportRowsInput> {
  /** Writes bytes, and resolves when the reader has room for more. */
  write: (bytes: Uint8Array) => Promise<void>;
}

const BYTE_ORDER_MARK = Buffer.from("\uFEFF");

/**
 * Writes the rows that fit the filters in their order, as of one moment. It reads as the table's page does, so that it
 * shows the same rows. Throws `not_found`, `invalid_request`, `rate_limited` besides the errors of a reading page.
 */
export async function exportRows(ctx: Context, input: ExportRowsInput): Promise<void> {
  const { organisationId } = requirePermission(ctx.actor, "data:read");
  const { databaseId, format, schema, name, filters } = input;
  const release = holdTransfer(ctx, { id: databaseId, organisationId });
  try {
    await withReadSession(ctx, { databaseId, statementTimeoutMs: MAX_TRANSFER_MS }, async (session) => {
      const shape = await readTableShape(session, input);
      const text = `COPY (${rowsOf(shape, input)}) TO STDOUT WITH (${optionsOf(input)})`;
      const data = { name: `${schema}.${name}`, format, isFiltered: filters.length > 0 };
      await recordAudit(ctx, { organisationId, action: "table.export", targetId: databaseId, data });
      if (input.hasByteOrderMark && format !== "ndjson") await input.write(BYTE_ORDER_MARK);
      await session.copyOut(text, input.write);
    });
  } finally {
    release();
  }
}

/** Returns the query of the rows; for NDJSON, each as one object in one column. */
function rowsOf(shape: TableShape, { format, sort, filters }: ExportRowsInput): string {
  const where = conditionOf(filters, shape.columns, new Literals());
  const columns = shape.columns.map(({ name }) => `t.${escapeIdentifier(name)}`);
  const rows = `SELECT ${columns.join(", ")} FROM ${quoteTable(shape)} AS t WHERE ${where}
    ${orderClause(rowOrderOf(shape, sort))}`;
  // A text of `json` may have line breaks, outside strings alone. A column may have the name of the row.
  return format === "ndjson" ? `SELECT translate(row_to_json(r.*)::text, E'\\n\\r', '  ') FROM (${rows}) AS r` : rows;
}

function optionsOf({ format, delimiter, hasHeader, nullText }: ExportRowsInput): string {
  // JSON has neither character, so that nothing is quoted.
  if (format === "ndjson") return `FORMAT csv, QUOTE E'\\x01', DELIMITER E'\\x02', ENCODING 'UTF8'`;
  const options = ["FORMAT csv", `DELIMITER ${escapeLiteral(format === "tsv" ? "\t" : delimiter)}`, "ENCODING 'UTF8'"];
  return [...options, `NULL ${escapeLiteral(nullText)}`, ...(hasHeader ? ["HEADER"] : [])].join(", ");
}

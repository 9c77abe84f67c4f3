import { z } from "zod";
import type { Context } from "@/lib/core/context";
import { ServiceError } from "@/lib/core/errors";
import type { CustomerSession } from "@/lib/core/ports/customer-session";
import { DatabaseInput } from "@/lib/hosting/databases/name";
import { withReadSession } from "@/lib/sql/customer-session/read-session";
import { TABLE_KINDS } from "@/lib/sql/tables/resource";
import { COLUMNS, CONSTRAINTS, FACTS, INDEXES, MAX_PARTS, PARTITIONS, POLICIES, REFERENCES, TRIGGERS } from "./queries";
import type { TableStructure } from "./resource";

const Identifier = z
  .string()
  .min(1)
  .max(63 * 4);

export const TableInput = DatabaseInput.extend({ schema: Identifier, name: Identifier });
export type TableInput = z.output<typeof TableInput>;

type Facts = Omit<
  TableStructure,
  "kind" | "columns" | "constraints" | "indexes" | "triggers" | "policies" | "referencedBy" | "partitions" | "isCut"
> & { oid: string; kind: keyof typeof TABLE_KINDS };

/**
 * Returns all that a table, view or foreign table consists of. Of each part at most `MAX_PARTS` are listed. Throws
 * `not_found` for a table that is not there or may not be read.
 */
export function getTableStructure(ctx: Context, input: TableInput): Promise<TableStructure> {
  return withReadSession(ctx, input, async (session) => readStructure(session, input));
}

async function readStructure(session: CustomerSession, table: TableInput): Promise<TableStructure> {
  const [facts] = await readAll<Facts>(session, FACTS, [table.schema, table.name]);
  if (!facts) throw new ServiceError("not_found", "There's no such table, or this role can't read it.");
  const { oid, ...rest } = facts;
  const read = <Part>(query: string) => readAll<Part>(session, query, [oid]);
  const columns = await read<TableStructure["columns"][number]>(COLUMNS);
  const constraints = await read<TableStructure["constraints"][number]>(CONSTRAINTS);
  const indexes = await read<TableStructure["indexes"][number]>(INDEXES);
  const triggers = await read<TableStructure["triggers"][number]>(TRIGGERS);
  const policies = await read<TableStructure["policies"][number]>(POLICIES);
  const referencedBy = await read<TableStructure["referencedBy"][number]>(REFERENCES);
  const partitions = await read<TableStructure["partitions"][number]>(PARTITIONS);
  const bounded = [constraints, indexes, triggers, policies, referencedBy, partitions];
  return {
    ...rest,
    kind: TABLE_KINDS[rest.kind],
    estimatedRows: rest.estimatedRows !== null && rest.estimatedRows >= 0 ? rest.estimatedRows : null,
    ...{ columns, constraints, indexes, triggers, policies, referencedBy, partitions },
    isCut: bounded.some(({ length }) => length >= MAX_PARTS),
  };
}

async function readAll<Part>(session: CustomerSession, query: string, values: string[]): Promise<Part[]> {
  const { rows } = await session.query(query, values);
  return rows.map(([text]): Part => JSON.parse(text ?? ""));
}

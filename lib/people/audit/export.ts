import Papa from "papaparse";
import { z } from "zod";
import { recordAudit } from "@/lib/core/audit/record";
import type { Context } from "@/lib/core/context";
import { csvField } from "@/lib/core/csv-field";
import { AuditFilter, listAuditEvents } from "./list";
import type { AuditEvent } from "./resource";

export const ExportAuditInput = AuditFilter.extend({ format: z.enum(["csv", "json"]) });

/** An export holds at most the newest events of this number; more of them take several exports, by date. */
export const MAX_EXPORTED = 10_000;

const COLUMNS = [
  "createdAt",
  "action",
  "actorKind",
  "actorId",
  "actorEmail",
  "actorName",
  "targetId",
  "address",
  "requestId",
  "data",
] as const satisfies readonly (keyof AuditEvent)[];

/** Returns the events as text, newest first: CSV with a header (RFC 4180) or a JSON array. */
export async function exportAuditEvents(
  ctx: Context,
  { format, ...filter }: z.infer<typeof ExportAuditInput>,
): Promise<string> {
  const { items } = await listAuditEvents(ctx, { ...filter, limit: MAX_EXPORTED });
  const { organisationId } = filter;
  const data = { format, entries: items.length };
  await recordAudit(ctx, { organisationId, action: "audit.export", targetId: organisationId, data });
  if (format === "json") return `${JSON.stringify(items, null, 2)}\n`;
  const fields = items.map((event) => COLUMNS.map((column) => csvField(event[column])));
  return `${Papa.unparse({ fields: [...COLUMNS], data: fields })}\r\n`;
}

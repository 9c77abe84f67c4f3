import Papa from "papaparse";
import { z } from "zod";
import { requireMemberPermission } from "@/lib/core/access/require-member-permission";
import { recordAudit } from "@/lib/core/audit/record";
import type { Context } from "@/lib/core/context";
import { csvField } from "@/lib/core/csv-field";
import { ServiceError } from "@/lib/core/errors";
import { getProjectInOrganisation } from "../projects/in-organisation";
import { SecurityEventFilter } from "./filter";
import { type Found, findSecurityEvents, type Place } from "./find";
import { findEmails } from "./list";
import { type SecurityEvent, toSecurityEvent } from "./resource";

export const ExportSecurityEventsInput = SecurityEventFilter.extend({
  organisationId: z.string(),
  projectId: z.string(),
  format: z.enum(["csv", "ndjson"]),
});
interface ExportSecurityEventsInput extends z.infer<typeof ExportSecurityEventsInput> {
  /** Writes lines, and resolves when the reader has room for more. */
  write: (lines: string) => Promise<void>;
}

const COLUMNS = [
  "createdAt",
  "kind",
  "outcome",
  "reason",
  "method",
  "email",
  "userId",
  "address",
  "userAgent",
  "requestId",
  "id",
  "data",
] as const satisfies readonly (keyof SecurityEvent)[];

const EVENTS_AT_A_TIME = 1_000;
/** A slow reader must not keep the request for longer. */
const MAX_MILLISECONDS = 300_000;

/** Writes the events that fit, newest first: CSV with a header (RFC 4180) or newline-delimited JSON. */
export async function exportSecurityEvents(ctx: Context, input: ExportSecurityEventsInput): Promise<void> {
  const { organisationId, projectId, format, write, ...filter } = input;
  requireMemberPermission(ctx, organisationId, "users:read");
  await getProjectInOrganisation(ctx, organisationId, projectId);
  const data = { format };
  await recordAudit(ctx, { organisationId, action: "project.export_events", targetId: projectId, data });
  if (format === "csv") await write(`${COLUMNS.join(",")}\r\n`);
  const until = performance.now() + MAX_MILLISECONDS;
  let before: Place | null = null;
  do {
    const { rows, next }: Found = await findSecurityEvents(ctx, { projectId, filter, before, limit: EVENTS_AT_A_TIME });
    const emails = await findEmails(ctx, projectId, rows);
    if (rows.length > 0) await write(linesOf(rows.map((row) => toSecurityEvent(row, emails))));
    before = next;
    if (performance.now() > until) throw new ServiceError("request_timeout", "The export took longer than 5 minutes.");
  } while (before !== null);

  function linesOf(events: readonly SecurityEvent[]): string {
    if (format === "ndjson") return `${events.map((event) => JSON.stringify(event)).join("\n")}\n`;
    return `${Papa.unparse(events.map((event) => COLUMNS.map((column) => csvField(event[column]))))}\r\n`;
  }
}

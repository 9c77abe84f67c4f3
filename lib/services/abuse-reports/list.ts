import { z } from "zod";
import { requireAdministration } from "@/lib/core/access/require-member-permission";
import type { Context } from "@/lib/core/context";
import { type Page, readPlace, writePlace } from "@/lib/core/db/cursor";
import { findReportedProjects } from "./reported-projects";
import { AbuseReport, SEVERITIES, subjectOf, toAbuseReport } from "./resource";

export const ListAbuseReportsInput = z.strictObject({
  status: z.enum(["open", "resolved"]).default("open").meta({ example: "open" }),
  severity: z.enum(SEVERITIES).optional().meta({ example: "phishing" }),
  cursor: z.string().max(512).optional().meta({ description: "The `nextCursor` of the page before." }),
  limit: z.coerce.number().int().min(1).max(200).default(50).meta({ example: 50 }),
});
type ListAbuseReportsInput = z.infer<typeof ListAbuseReportsInput>;

export const AbuseReportPage = z
  .object({ items: z.array(AbuseReport), nextCursor: z.string().nullable() })
  .meta({ id: "AbuseReportPage" });

/**
 * Returns abuse reports, the most urgent severity first and in it the oldest. Throws `invalid_request` for a cursor of
 * another list.
 */
export async function listAbuseReports(ctx: Context, input: ListAbuseReportsInput): Promise<Page<AbuseReport>> {
  requireAdministration(ctx);
  const { status, severity, cursor, limit } = input;
  const list = ["abuse-reports", status, severity ?? ""];
  const rows = await ctx.db.abuseReport.findMany({
    where: {
      resolvedAt: status === "open" ? null : { not: null },
      ...(severity && { severity }),
      ...after(readPlace(ctx, list, cursor)),
    },
    orderBy: [{ urgency: "asc" }, { receivedAt: "asc" }, { id: "asc" }],
    take: limit + 1,
  });
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  const projects = await findReportedProjects(ctx, shown.map(subjectOf));
  const place = last && [String(last.urgency), last.receivedAt.toISOString(), last.id];
  return {
    items: shown.map((row) => toAbuseReport(row, projects)),
    nextCursor: place ? writePlace(ctx, list, place) : null,
  };
}

function after(place: readonly string[] | null) {
  const [urgencyText, time = "", id = ""] = place ?? [];
  if (urgencyText === undefined) return {};
  const urgency = Number(urgencyText);
  const receivedAt = new Date(time);
  return {
    urgency: { gte: urgency },
    OR: [
      { urgency: { gt: urgency } },
      { urgency, receivedAt: { gt: receivedAt } },
      { urgency, receivedAt, id: { gt: id } },
    ],
  };
}

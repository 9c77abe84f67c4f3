import { z } from "zod";
import type { Context } from "@/lib/core/context";
import { ProjectId } from "@/lib/core/id-schemas";
import { createId } from "@/lib/core/ids";
import { Email } from "@/lib/core/user-fields";
import { projectOfAddress } from "./own-address";
import { SEVERITIES, urgencyOf } from "./resource";

/** PostgreSQL stores neither U+0000 nor half of a pair. */
const Storable = z.string().refine((text) => text.isWellFormed() && !text.includes("\0"), {
  message: "must be text without U+0000",
});

export const SubmitAbuseReportInput = z.strictObject({
  severity: z.enum(SEVERITIES).meta({ example: "phishing" }),
  description: Storable.trim().min(1).max(4_000).meta({ example: "A sign-in page that looks like my bank's." }),
  url: Storable.max(2_048)
    .refine((text) => URL.canParse(text), { message: "must be an absolute address" })
    .optional()
    .meta({
      description: "Where it is. The service never opens it.",
      example: "https://coppice.example/auth/p_4k9x2m7q1w8e5r3t6y0u/sign-in",
    }),
  projectId: ProjectId.optional().meta({ example: "p_4k9x2m7q1w8e5r3t6y0u" }),
  reporterEmail: Email.optional().meta({
    description: "Where the operator can ask back.",
    example: "ada@example.com",
  }),
});
type SubmitAbuseReportInput = z.infer<typeof SubmitAbuseReportInput>;

export const SubmittedAbuseReport = z
  .object({
    id: z.string().meta({ example: "abr_4k9x2m7q1w8e5r3t6y0u" }),
    receivedAt: z.string().meta({ example: "2026-03-01T09:30:00.000Z" }),
  })
  .meta({ id: "SubmittedAbuseReport" });
type SubmittedAbuseReport = z.infer<typeof SubmittedAbuseReport>;

/**
 * Keeps anybody's report. It looks nothing up, so that its answer and its time are the same whether or not a
 * project exists.
 */
export async function submitAbuseReport(ctx: Context, input: SubmitAbuseReportInput): Promise<SubmittedAbuseReport> {
  const { severity, description, url = null, reporterEmail = null } = input;
  const ofAddress = url === null ? null : projectOfAddress(url, ctx.baseUrl);
  const row = await ctx.db.abuseReport.create({
    data: {
      id: createId("abuseReport", ctx.random),
      severity,
      urgency: urgencyOf(severity),
      description,
      url,
      reporterEmail,
      reportedProjectId: input.projectId ?? ofAddress,
      address: ctx.clientAddress,
      receivedAt: ctx.clock.now(),
    },
    select: { id: true, receivedAt: true },
  });
  return { id: row.id, receivedAt: row.receivedAt.toISOString() };
}

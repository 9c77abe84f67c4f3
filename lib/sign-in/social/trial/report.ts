import { createId } from "@/lib/core/ids";
import { addSeconds } from "../../../core/add-seconds";
import type { SignInContext } from "../../context";
import type { ProviderTrial } from "./resource";

/** A report has claims of a person, so it is kept no longer than it takes to read it. */
const REPORT_SECONDS = 900;
/** No cookie names a report, so it is no flow of a browser. */
export const REPORT_KIND = "provider-trial-report";

/** The place at which a provider is tried, and the person who tries it. */
export interface TrialPlace {
  organisationId: string;
  projectId: string;
  /** The member's session in the dashboard: nobody else sees the report. */
  sessionId: string;
}

/** Keeps the report, and returns the address of its page. */
export async function keepReport(ctx: SignInContext, place: TrialPlace, report: ProviderTrial): Promise<string> {
  const { organisationId, projectId, sessionId } = place;
  const id = createId("flow", ctx.random);
  const now = ctx.clock.now();
  const data = { sessionId, report: { ...report } };
  const row = { id, projectId, kind: REPORT_KIND, data, createdAt: now, expiresAt: addSeconds(now, REPORT_SECONDS) };
  // Prisma's JSON knows no interfaces.
  await ctx.db.flow.create({ data: JSON.parse(JSON.stringify(row)), select: { id: true } });
  return `${ctx.baseUrl}/dashboard/${organisationId}/projects/${projectId}/methods/trials/${id}`;
}

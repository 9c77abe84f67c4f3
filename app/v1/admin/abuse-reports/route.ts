import { defineRoute } from "@/lib/http/api/define-route";
import { MANAGEMENT_BODY_BYTES } from "@/lib/http/definition";
import { AbuseReportPage, ListAbuseReportsInput, listAbuseReports } from "@/lib/services/abuse-reports/list";
import { ResolveAbuseReportInput, resolveAbuseReport } from "@/lib/services/abuse-reports/resolve";
import { AbuseReport } from "@/lib/services/abuse-reports/resource";

const shared = { tag: "administration", auth: "admin-key", resource: "admin" } as const;

export const GET = defineRoute(
  {
    ...shared,
    operationId: "listAbuseReports",
    summary: "List abuse reports",
    description: "Child sexual abuse material, malware and phishing first, then the oldest.",
    query: ListAbuseReportsInput,
    reply: { 200: AbuseReportPage },
  },
  listAbuseReports,
);

export const PATCH = defineRoute(
  {
    ...shared,
    operationId: "resolveAbuseReport",
    summary: "Resolve an abuse report",
    description: "`suspended` and `banned` also suspend or ban the project. A resolved report stays as it is.",
    body: ResolveAbuseReportInput,
    maxBytes: MANAGEMENT_BODY_BYTES,
    reply: { 200: AbuseReport },
    errors: ["report_not_found", "project_not_found", "conflict"],
  },
  resolveAbuseReport,
);

import { defineRoute } from "@/lib/http/api/define-route";
import { MANAGEMENT_BODY_BYTES } from "@/lib/http/definition";
import { SubmitAbuseReportInput, SubmittedAbuseReport, submitAbuseReport } from "@/lib/services/abuse-reports/submit";

export const POST = defineRoute(
  {
    operationId: "submitAbuseReport",
    summary: "Report abuse",
    description:
      "Tells the operator of something that shouldn't be on this service. The answer is the same whether or not the project exists, and the service never opens `url`.",
    tag: "administration",
    auth: "none",
    resource: "abuse-reports",
    body: SubmitAbuseReportInput,
    maxBytes: MANAGEMENT_BODY_BYTES,
    reply: { 202: SubmittedAbuseReport },
  },
  submitAbuseReport,
);

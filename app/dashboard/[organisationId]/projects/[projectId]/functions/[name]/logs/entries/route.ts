import { answerFunctionLogs } from "@/lib/http/api/answer-function-logs";
import { readQuery } from "@/lib/http/read-query";
import { ListFunctionLogsInput } from "@/lib/services/functions/logs/list";
import { projectHandler } from "@/lib/web/define-dashboard-handler";

/** Returns a page of a function's log or, where the request asks for events, that page and the entries that follow. */
export const GET = projectHandler(
  "dashboardReadFunctionLogs",
  { params: { name: null } },
  async (ctx, { projectId, name }, { request }) =>
    answerFunctionLogs(ctx, {
      ...ListFunctionLogsInput.parse(readQuery(request.url, ListFunctionLogsInput)),
      projectId,
      name,
      request,
    }),
);

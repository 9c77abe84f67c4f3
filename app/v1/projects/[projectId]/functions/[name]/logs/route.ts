import { answerFunctionLogs } from "@/lib/http/api/answer-function-logs";
import { defineRoute } from "@/lib/http/api/define-route";
import { OF_FUNCTION } from "@/lib/http/api/function-routes";
import { FunctionLogList, ListFunctionLogsInput } from "@/lib/services/functions/logs/list";

export const GET = defineRoute(
  {
    ...OF_FUNCTION,
    operationId: "listFunctionLogs",
    summary: "Read a function's log",
    description:
      "The latest first. With `Accept: text/event-stream`, an event for each entry, the oldest first, and then for each that is written.",
    serverKeyScope: "read",
    errors: [...OF_FUNCTION.errors, "project_suspended"],
    query: ListFunctionLogsInput,
    stream: true,
    reply: { 200: FunctionLogList },
  },
  answerFunctionLogs,
);

import { runStatements } from "@/lib/sql/statements/run";
import { defineDashboardHandler } from "@/lib/web/define-dashboard-handler";
import { ndjsonResponse } from "@/lib/web/ndjson-response";
import { MAX_BODY_BYTES, RunInput } from "../input";

/** Runs statements and sends a line of JSON for each as it ends. */
export const POST = defineDashboardHandler(
  {
    operationId: "dashboardRunStatements",
    params: { databaseId: "database" },
    limit: "sql",
    body: { schema: RunInput, maxBytes: MAX_BODY_BYTES },
  },
  async (ctx, { params, body, request }) => {
    const { databaseId = "" } = params;
    return ndjsonResponse(ctx, request, (write, reader) => runStatements(ctx, { ...body, databaseId }, write, reader));
  },
);

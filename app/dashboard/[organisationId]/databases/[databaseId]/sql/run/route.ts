import { runStatements } from "@/lib/sql/statements/run";
import { databaseHandler } from "@/lib/web/define-dashboard-handler";
import { ndjsonResponse } from "@/lib/web/ndjson-response";
import { MAX_BODY_BYTES, RunInput } from "../input";

/** Runs statements and sends a line of JSON for each as it ends. */
export const POST = databaseHandler(
  "dashboardRunStatements",
  { limit: "sql", body: { schema: RunInput, maxBytes: MAX_BODY_BYTES } },
  async (ctx, input, { request }) =>
    ndjsonResponse(ctx, request, (write, reader) => runStatements(ctx, input, write, reader)),
);

import { exportUsers } from "@/lib/sign-in/user-imports/export";
import { defineDashboardHandler } from "@/lib/web/define-dashboard-handler";
import { streamedFile } from "@/lib/web/streamed-file";

/** Sends all users of a project as newline-delimited JSON, with `?secrets=true` including hashes and second factors. */
export const GET = defineDashboardHandler(
  { operationId: "dashboard.exportUsers", params: { projectId: "project" } },
  async (ctx, { params: { projectId = "" }, request }) => {
    const withSecrets = new URL(request.url).searchParams.get("secrets") === "true";
    const name = withSecrets ? "users-with-secrets.ndjson" : "users.ndjson";
    return streamedFile(name, "application/x-ndjson; charset=utf-8", async (write) => {
      await exportUsers(ctx, { projectId, withSecrets, write });
    });
  },
);

import { exportUsers } from "@/lib/sign-in/user-imports/export";
import { projectHandler } from "@/lib/web/define-dashboard-handler";
import { streamedFile } from "@/lib/web/streamed-file";

/** Sends all users of a project as newline-delimited JSON, with `?secrets=true` including hashes and second factors. */
export const GET = projectHandler("dashboard.exportUsers", {}, async (ctx, { projectId }, { request }) => {
  const withSecrets = new URL(request.url).searchParams.get("secrets") === "true";
  const title = withSecrets ? "users-with-secrets" : "users";
  return streamedFile(title, "ndjson", async (write) => {
    await exportUsers(ctx, { projectId, withSecrets, write });
  });
});

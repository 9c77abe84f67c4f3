import { generateSchema } from "@/lib/services/drafts/generate-schema";
import { GenerateSchemaInput } from "@/lib/services/drafts/resource";
import { defineDashboardHandler } from "@/lib/web/define-dashboard-handler";

const MAX_BYTES = 32 * 1024;

/** Asks a language model for SQL, for the editor. The draft counts against the project, and is never run. */
export const POST = defineDashboardHandler(
  {
    operationId: "dashboardDraftSchema",
    params: { projectId: "project" },
    body: { schema: GenerateSchemaInput, maxBytes: MAX_BYTES },
  },
  async (ctx, { params: { projectId = "" }, body: { prompt } }) => {
    const { draft } = await generateSchema(ctx, { projectId, prompt });
    return { sql: draft.sql, warnings: draft.warnings };
  },
);

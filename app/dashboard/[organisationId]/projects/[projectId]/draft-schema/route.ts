import { generateSchema } from "@/lib/services/drafts/generate-schema";
import { GenerateSchemaInput } from "@/lib/services/drafts/resource";
import { projectHandler } from "@/lib/web/define-dashboard-handler";

const MAX_BYTES = 32 * 1024;

/** Asks a language model for SQL, for the editor. The draft counts against the project, and is never run. */
export const POST = projectHandler(
  "dashboardDraftSchema",
  { body: { schema: GenerateSchemaInput, maxBytes: MAX_BYTES } },
  async (ctx, input) => {
    const { draft } = await generateSchema(ctx, input);
    return { sql: draft.sql, warnings: draft.warnings };
  },
);

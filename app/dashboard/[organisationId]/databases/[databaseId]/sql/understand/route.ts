import { requirePermission } from "@/lib/authorise";
import { understand } from "@/lib/statements/understand";
import { defineDashboardHandler } from "@/lib/web/define-dashboard-handler";
import { MAX_BODY_BYTES, TextInput } from "../input";

/** What the statements would do; it touches no database. */
export const POST = defineDashboardHandler(
  {
    operationId: "dashboardUnderstandStatements",
    params: { databaseId: "database" },
    body: { schema: TextInput, maxBytes: MAX_BODY_BYTES },
  },
  async (ctx, { body: { text, selection } }) => {
    requirePermission(ctx.actor, "data:read");
    const { from, to } = selection ?? { from: 0, to: text.length };
    const { statements } = await understand(text.slice(from, to));
    return { statements: statements.map((each) => ({ ...each, from: each.from + from, to: each.to + from })) };
  },
);

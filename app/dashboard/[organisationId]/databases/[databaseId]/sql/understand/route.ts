import { requirePermission } from "@/lib/authorise";
import { StatementSyntaxError } from "@/lib/statements/parse";
import { type UnderstoodStatement, understand } from "@/lib/statements/understand";
import { defineDashboardHandler } from "@/lib/web/define-dashboard-handler";
import { MAX_BODY_BYTES, TextInput } from "../input";

/** What the statements would do, `null` for a text that is no SQL; it touches no database. */
export const POST = defineDashboardHandler(
  {
    operationId: "dashboardUnderstandStatements",
    params: { databaseId: "database" },
    body: { schema: TextInput, maxBytes: MAX_BODY_BYTES },
  },
  async (ctx, { body: { text, selection } }) => {
    requirePermission(ctx.actor, "data:read");
    const { from, to } = selection ?? { from: 0, to: text.length };
    const statements = await understandIfReadable(text.slice(from, to));
    return { statements: statements?.map((each) => ({ ...each, from: each.from + from, to: each.to + from })) ?? null };
  },
);

/** A fault is told by the run, which the history keeps. */
async function understandIfReadable(text: string): Promise<UnderstoodStatement[] | null> {
  try {
    return (await understand(text)).statements;
  } catch (error) {
    if (error instanceof StatementSyntaxError) return null;
    throw error;
  }
}

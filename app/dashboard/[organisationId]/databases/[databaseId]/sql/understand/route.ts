import type { Context } from "@/lib/core/context";
import { StatementSyntaxError } from "@/lib/sql/grammar/parse";
import type { Understood } from "@/lib/sql/statements/resource";
import { understandIn } from "@/lib/sql/statements/understand-in";
import { databaseHandler } from "@/lib/web/define-dashboard-handler";
import { MAX_BODY_BYTES, TextInput } from "../input";

/** Returns the effects of the statements in this database, `null` for a text that is not SQL. */
export const POST = databaseHandler(
  "dashboardUnderstandStatements",
  { limit: "sql", body: { schema: TextInput, maxBytes: MAX_BODY_BYTES } },
  async (ctx, { databaseId, text, selection }) => {
    const { from, to } = selection ?? { from: 0, to: text.length };
    const understood = await understandIfReadable(ctx, { databaseId, text: text.slice(from, to) });
    if (understood === null) return { statements: null, reason: null };
    const { statements, reason } = understood;
    return { statements: statements.map((each) => ({ ...each, from: each.from + from, to: each.to + from })), reason };
  },
);

/** Returns `null` for a text with a syntax error, which the run reports and history keeps. */
async function understandIfReadable(
  ctx: Context,
  input: { databaseId: string; text: string },
): Promise<Understood | null> {
  try {
    return await understandIn(ctx, input);
  } catch (error) {
    if (error instanceof StatementSyntaxError) return null;
    throw error;
  }
}

import { z } from "zod";
import { recordAudit } from "@/lib/core/audit/record";
import type { Context } from "@/lib/core/context";
import { addEmails } from "./add-emails";
import { ProjectLogFilter } from "./filter";
import { type Found, findEntries, isNamed } from "./find";
import { requireLogProject } from "./list";
import type { Place } from "./place";

export const ExportProjectLogInput = ProjectLogFilter.extend({ organisationId: z.string(), projectId: z.string() });
interface ExportProjectLogInput extends z.infer<typeof ExportProjectLogInput> {
  /** Writes lines, and resolves when the reader has room for more. */
  write: (lines: string) => Promise<void>;
}

/** An export has this many entries at most, the newest ones. */
export const MOST_EXPORTED = 50_000;
const AT_A_TIME = 1_000;
/** A slow reader must not keep the request for longer. */
const MAX_MILLISECONDS = 300_000;

/**
 * Writes the entries that fit, newest first, as JSON Lines. The last line is `{"cut": …}` if more
 * follow than an export has. Throws `project_not_found`.
 */
export async function exportProjectLog(ctx: Context, input: ExportProjectLogInput): Promise<void> {
  const { organisationId, projectId, write, ...filter } = input;
  const project = await requireLogProject(ctx, organisationId, projectId);
  await recordAudit(ctx, { organisationId, action: "project.export_logs", targetId: projectId });
  const byId = await isNamed(ctx, project, filter);
  const until = performance.now() + MAX_MILLISECONDS;
  let before: Place | null = null;
  let count = 0;
  do {
    const limit = Math.min(AT_A_TIME, MOST_EXPORTED - count);
    const { entries, next }: Found = await findEntries(ctx, { project, filter, isNamed: byId, before, limit });
    const lines = (await addEmails(ctx, projectId, entries)).map((entry) => `${JSON.stringify(entry)}\n`);
    if (lines.length > 0) await write(lines.join(""));
    count += entries.length;
    before = next;
  } while (before !== null && count < MOST_EXPORTED && performance.now() < until);
  if (before !== null) await write(`${JSON.stringify({ cut: cutText(count, before) })}\n`);
}

function cutText(count: number, { createdAt }: Place): string {
  const written = `The export ends after ${count.toLocaleString("en")} entries, at ${createdAt.toISOString()}.`;
  return `${written} Choose a shorter period or a filter for the older ones.`;
}

import { z } from "zod";
import { requirePermission } from "@/lib/core/access/require-permission";
import { recordAudit } from "@/lib/core/audit/record";
import type { Context } from "@/lib/core/context";
import { withAdvisoryLock } from "@/lib/core/db/advisory-lock";
import { ServiceError } from "@/lib/core/errors";
import { createId } from "@/lib/core/ids";
import { addBackgroundRunJob } from "@/lib/core/queue/add";
import { getReadyDatabase } from "@/lib/hosting/databases/ready";
import { keptText } from "@/lib/sql/data-changes/record-statement";
import type { ParsedStatement } from "../grammar/parse";
import { readRun } from "../statements/read-run";
import type { StatementOutcome } from "../statements/resource";
import { RunStatementsInput } from "../statements/run";
import { refuseStatement } from "../statements/run-statement";
import { selectedText } from "../statements/run-text";
import { findBackgroundRuns } from "./find";
import { BACKGROUND_RUNS } from "./limits";
import type { StartedRun } from "./resource";
import { sealContent } from "./stored-run";

export const StartBackgroundRunInput = RunStatementsInput.omit({ runId: true, mode: true }).extend({
  /** The UTF-16 offset where the run goes on; the text before it was run. */
  from: z.int().nonnegative().optional(),
});
type StartBackgroundRunInput = z.infer<typeof StartBackgroundRunInput>;

const RETRY_AFTER_SECONDS = 60;

/**
 * Queues the statements of a text to be run by the worker as this member, for up to an hour. A text that cannot be
 * parsed, or holds a refused statement, is kept in the history as failed and not queued. Throws `missing_permission`,
 * `database_not_found`, `database_not_ready`, `invalid_request` for a text without a statement, and `rate_limited` while
 * the database or the organisation has too many runs in the background.
 */
export async function startBackgroundRun(ctx: Context, input: StartBackgroundRunInput): Promise<StartedRun> {
  const { organisationId } = requirePermission(ctx.actor, "data:write");
  if (ctx.actor.kind !== "member") {
    throw new ServiceError("missing_permission", "Only members can run statements in the background.");
  }
  const database = await getReadyDatabase(ctx, organisationId, input.databaseId);
  const { text, offset } = selectedText(input);
  const { parameters } = input;
  const { statements, refused } = await readRun(ctx.actor, { text, mode: "run", parameters });
  if (refused) {
    const outcomes: StatementOutcome[] = [];
    const onOutcome = (outcome: StatementOutcome) => void outcomes.push(outcome);
    await refuseStatement({ run: { ctx, database: { ...database, organisationId } }, offset, onOutcome }, refused);
    return { run: null, refused: outcomes[0] as StatementOutcome };
  }
  const start = Math.max(input.confirmed?.from ?? 0, input.from ?? 0);
  const toRun = statements.filter(({ from }) => from + offset >= start);
  if (toRun.length === 0) throw new ServiceError("invalid_request", "There's no statement to run.");
  const runId = await queueRun(ctx, { organisationId, databaseId: database.id, memberId: ctx.actor.id }, input, toRun);
  const [run] = await findBackgroundRuns(ctx, { id: runId, organisationId }, 1);
  if (!run) throw new TypeError(`the run ${runId} is gone`);
  return { run, refused: null };
}

interface Owner {
  organisationId: string;
  databaseId: string;
  memberId: string;
}

async function queueRun(
  ctx: Context,
  owner: Owner,
  { text, selection, from, parameters, confirmed }: StartBackgroundRunInput,
  statements: readonly ParsedStatement[],
): Promise<string> {
  const { organisationId, databaseId } = owner;
  const id = createId("backgroundRun", ctx.random);
  const isConfirmed = confirmed !== undefined;
  const settings = confirmed?.settings ?? [];
  const start = Math.max(confirmed?.from ?? 0, from ?? 0);
  const content = sealContent(ctx, id, { text, selection, parameters, isConfirmed, settings, from: start });
  const masked = await keptText(statements.map(({ written }) => written).join(";\n"), { isReadable: true });
  await withAdvisoryLock(ctx, `background-runs:${organisationId}`, async (tx) => {
    await requirePlace(tx, owner);
    const statementCount = statements.length;
    await tx.db.backgroundRun.create({
      data: { id, ...owner, content, text: masked, statementCount, createdAt: tx.clock.now() },
      select: { id: true },
    });
    await addBackgroundRunJob(tx, id, organisationId);
    const data = { runId: id, statements: statementCount };
    await recordAudit(tx, { organisationId, action: "database.start_background_run", targetId: databaseId, data });
  });
  return id;
}

async function requirePlace(tx: Context, { organisationId, databaseId }: Owner): Promise<void> {
  const live = await tx.db.backgroundRun.findMany({
    where: { organisationId, status: { in: ["queued", "running"] } },
    select: { databaseId: true },
  });
  const { ofDatabase, ofOrganisation } = BACKGROUND_RUNS;
  const isFull = live.filter((run) => run.databaseId === databaseId).length >= ofDatabase;
  if (!isFull && live.length < ofOrganisation) return;
  const whose = isFull ? `This database already has ${ofDatabase}` : `Your organisation already has ${ofOrganisation}`;
  const message = `${whose} runs in the background. Wait for one to finish, or cancel one.`;
  throw new ServiceError("rate_limited", message, { retryAfterSeconds: RETRY_AFTER_SECONDS });
}

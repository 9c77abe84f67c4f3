import { SERVICE_SCOPE } from "@/lib/core/audit/record";
import type { Context } from "@/lib/core/context";
import { isUniqueViolation } from "@/lib/core/db/constraint-errors";
import { withTransaction } from "@/lib/core/db/transaction";
import { ServiceError } from "@/lib/core/errors";
import { createId } from "@/lib/core/ids";
import { requireActiveProject } from "../../project-keys/authorise";
import { type ImportAddress, TRANSFER_USERS } from "../address";
import { endImport } from "../end";
import { MAX_PROBLEMS } from "../list-problems";
import { toUserImport, type UserImport } from "../resource";
import { openPart } from "../stored-part";
import { importRecords } from "./import-records";
import { type Judged, judgeRecords } from "./judge";
import { SeenUsers } from "./seen";

/** Someone may sign up with an address between the look and the insert; then the part is read anew. */
const TRIES = 3;

/** After so many parts of a run the planner is told how many users there are. */
const TELLS_AFTER = new Set([2, 8, 32, 128, 512, 2_048]);

interface Watch {
  signal?: AbortSignal;
  onProgress?: (progress: UserImport) => void;
}

/**
 * Checks or imports the rest of a file, part by part. A part's users, its counts and its deletion are one
 * transaction, so that a run that was killed is continued by the next at the same record. Ends early when another run
 * took over. Throws `project_not_found`, `project_suspended`.
 */
export async function runUserImport(ctx: Context, address: ImportAddress, watch: Watch = {}): Promise<void> {
  const { organisationId } = await requireActiveProject(ctx, address.projectId, TRANSFER_USERS);
  const run = { address, organisationId, id: createId("request", ctx.random), seen: new SeenUsers(), position: -1 };
  await beginRun(ctx, run);
  for (let parts = 1; ; parts += 1) {
    watch.signal?.throwIfAborted();
    const progress = await takePart(ctx, run);
    ctx.crashPoint("user-import.part");
    if (progress === null) return;
    // Until then it takes them for few, and reads all of the project for every part.
    if (TELLS_AFTER.has(parts) && progress.status === "running")
      await ctx.db.$executeRaw`analyze end_user, user_account`;
    watch.onProgress?.(progress);
  }
}

/** Fails an import that no further attempt would finish, and deletes its file. */
export async function failUserImport(ctx: Context, address: ImportAddress, error: unknown): Promise<void> {
  const failure = error instanceof ServiceError ? error.message : "Something went wrong in the service.";
  const project = await ctx.db.project.findUnique({
    where: { id: address.projectId },
    select: { organisationId: true },
  });
  await withTransaction(ctx, (tx) =>
    endImport(tx, project?.organisationId ?? SERVICE_SCOPE, address, { status: "failed", failure }),
  );
}

interface Run {
  address: ImportAddress;
  organisationId: string;
  id: string;
  /** The users that the file has brought before, since a check writes no users. */
  seen: SeenUsers;
  /** The part that a check has read last. */
  position: number;
}

/** Makes this the run that goes on. A check begins anew. */
async function beginRun(ctx: Context, { address: { projectId, importId }, id }: Run): Promise<void> {
  await withTransaction(ctx, async (tx) => {
    const where = { id: importId, projectId };
    await tx.db.userImport.updateMany({ where, data: { runId: id, progressAt: tx.clock.now() } });
    const { count } = await tx.db.userImport.updateMany({
      where: { ...where, status: "checking" },
      data: { done: 0, created: 0, updated: 0, skipped: 0, refused: 0 },
    });
    if (count > 0) await tx.db.userImportProblem.deleteMany({ where: { importId, userImport: { projectId } } });
  });
}

async function takePart(ctx: Context, run: Run): Promise<UserImport | null> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await withTransaction(ctx, (tx) => readPart(tx, run));
    } catch (error) {
      if (!isUniqueViolation(error) || tries === TRIES) throw error;
    }
  }
}

/** Returns the import after its next part, or `null` when there is none or another run has taken over. */
async function readPart(tx: Context, run: Run): Promise<UserImport | null> {
  const { projectId, importId } = run.address;
  await tx.db.$queryRaw`select 1 from user_import where id = ${importId} and project_id = ${projectId} for update`;
  const row = await tx.db.userImport.findFirst({ where: { id: importId, projectId, runId: run.id } });
  if (row?.status !== "running" && row?.status !== "checking") return null;
  const isCheck = row.status === "checking";
  const part = await tx.db.userImportPart.findFirst({
    where: { importId, ...(isCheck && { position: { gt: run.position } }) },
    orderBy: { position: "asc" },
    omit: { content: false },
  });
  if (!part) {
    await endImport(tx, run.organisationId, run.address, { status: isCheck ? "checked" : "done" });
    return null;
  }
  const judged = judgeRecords(openPart(tx, importId, part.position, part.content));
  const rule = { projectId, existing: row.existing, sendsEvents: row.sendsEvents };
  const counts = await importRecords(tx, rule, judged, isCheck ? run.seen : null);
  tx.crashPoint("user-import.written");
  const read = { importId, position: part.position, userImport: { projectId } };
  if (!isCheck) await tx.db.userImportPart.deleteMany({ where: read });
  await storeProblems(tx, importId, { refused: row.refused, judged });
  const after = await tx.db.userImport.update({
    where: { id: importId },
    data: {
      ...{ done: { increment: judged.length }, refused: { increment: counts.refused } },
      ...{ created: { increment: counts.created }, updated: { increment: counts.updated } },
      ...{ skipped: { increment: counts.skipped }, progressAt: tx.clock.now() },
    },
  });
  run.position = part.position;
  return toUserImport(after);
}

async function storeProblems(
  tx: Context,
  importId: string,
  { refused, judged }: { refused: number; judged: readonly Judged[] },
): Promise<void> {
  const data = judged.flatMap(({ record, line, problem }) => (problem ? [{ importId, record, line, ...problem }] : []));
  const room = Math.max(0, MAX_PROBLEMS - refused);
  await tx.db.userImportProblem.createMany({ data: data.slice(0, room), skipDuplicates: true });
}

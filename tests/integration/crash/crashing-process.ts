import { createBranch } from "@/lib/branches/create";
import type { Actor } from "@/lib/context";
import { rotateCredential } from "@/lib/credentials/rotate";
import { undoDataChange } from "@/lib/data-changes/undo";
import { createDatabase } from "@/lib/databases/create";
import { deleteDatabase } from "@/lib/databases/delete";
import { provisionDatabase } from "@/lib/databases/provision";
import { readEnvironment } from "@/lib/env";
import { createId } from "@/lib/ids";
import { WORKER } from "@/lib/jobs/worker";
import type { OperationKind } from "@/lib/operations/journal";
import { createBranchFrom } from "@/lib/restore-points/branch";
import { createRestorePoint } from "@/lib/restore-points/create";
import { deleteRestorePoint } from "@/lib/restore-points/delete";
import { restoreInPlace } from "@/lib/restore-points/restore";
import { createRuntime } from "@/lib/runtime";
import { runStatements } from "@/lib/statements/run";

/** What the process is told on its standard input. */
export interface Task {
  kind: OperationKind | "run-statements" | "undo-change";
  actor: Actor;
  idempotencyRecordId: string | null;
  databaseId: string;
  /** For statements their text, for an undo the id of the change. */
  name: string;
  /** For what is done to one, and for a branch of one. */
  restorePointId?: string;
}

/** One verb in a process of its own, wired like the service. Ends at COPPICE_CRASH_AT, or says that it was never reached. */
async function main(): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk);
  const task: Task = JSON.parse(Buffer.concat(chunks).toString());
  const { kind, actor, idempotencyRecordId, databaseId, name, restorePointId = "" } = task;
  const runtime = createRuntime(readEnvironment());
  const newRequestId = () => createId("request", runtime.random);
  const ctx = { ...runtime.context({ actor, requestId: newRequestId() }), idempotencyRecordId };
  switch (kind) {
    case "create": {
      const made = await createDatabase(ctx, { name });
      await provisionDatabase(runtime.context({ actor: WORKER, requestId: newRequestId() }), { databaseId: made.id });
      break;
    }
    case "branch":
      if (restorePointId === "") await createBranch(ctx, { databaseId, name });
      else await createBranchFrom(ctx, { databaseId, restorePointId, name });
      break;
    case "restore-point":
      await createRestorePoint(ctx, { databaseId, name });
      break;
    case "restore":
      await restoreInPlace(ctx, { databaseId, restorePointId });
      break;
    case "delete-restore-point":
      await deleteRestorePoint(ctx, { databaseId, restorePointId });
      break;
    case "rotate":
      await rotateCredential(ctx, { databaseId });
      break;
    case "run-statements":
      await runStatements(ctx, { databaseId, text: name, runId: "crashing", mode: "run" }, () => {});
      break;
    case "undo-change":
      await undoDataChange(ctx, { databaseId, changeId: name });
      break;
    case "delete":
      await deleteDatabase(ctx, { databaseId });
      break;
  }
  await runtime.close();
}

await main();

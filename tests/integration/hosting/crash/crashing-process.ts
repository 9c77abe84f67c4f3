import { WORKER } from "@/lib/core/access/service-actor";
import type { Actor } from "@/lib/core/context";
import { readEnvironment } from "@/lib/core/env";
import { createId } from "@/lib/core/ids";
import { createBranch } from "@/lib/hosting/branches/create";
import { createBranchFrom } from "@/lib/hosting/branches/create-from-restore-point";
import { rotateCredential } from "@/lib/hosting/credentials/rotate";
import { createDatabase } from "@/lib/hosting/databases/create";
import { deleteDatabase } from "@/lib/hosting/databases/delete";
import { provisionDatabase } from "@/lib/hosting/databases/provision";
import { bringBackDatabase } from "@/lib/hosting/deleted-databases/bring-back";
import { moveDatabase } from "@/lib/hosting/moves/move";
import type { OperationKind } from "@/lib/hosting/operations/journal";
import { createRestorePoint } from "@/lib/hosting/restore-points/create";
import { deleteRestorePoint } from "@/lib/hosting/restore-points/delete";
import { restoreInPlace } from "@/lib/hosting/restore-points/restore";
import { PostgresPrograms } from "@/lib/infra/postgres-programs/postgres-programs";
import { createRuntime } from "@/lib/runtime";
import { workOnBackgroundRun } from "@/lib/sql/background-runs/work";
import { undoDataChange } from "@/lib/sql/data-changes/undo";
import { runStatements } from "@/lib/sql/statements/run";

/** The task that the process gets on its standard input. */
export interface Task {
  kind: OperationKind | "run-statements" | "undo-change" | "work-on-run";
  actor: Actor;
  idempotencyRecordId: string | null;
  databaseId: string;
  /** The text of statements, the id of a change to undo, or that of a run in the background. */
  name: string;
  /** The restore point that is changed, or branched. */
  restorePointId?: string;
  /** The host that a move is to. */
  hostId?: string;
}

/** One verb in a process of its own, wired like the service. Ends at COPPICE_CRASH_AT, or says that it was never reached. */
async function main(): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk);
  const task: Task = JSON.parse(Buffer.concat(chunks).toString());
  const { kind, actor, idempotencyRecordId, databaseId, name, restorePointId = "", hostId = "" } = task;
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
    case "run-statements": {
      const confirmed = { from: 0, settings: [] };
      await runStatements(ctx, { databaseId, text: name, runId: "crashing", mode: "run", confirmed }, () => {});
      break;
    }
    case "work-on-run": {
      const worker = runtime.context({ actor: WORKER, requestId: newRequestId() });
      await workOnBackgroundRun(worker, { runId: name }, { isLast: false, signal: new AbortController().signal });
      break;
    }
    case "undo-change":
      await undoDataChange(ctx, { databaseId, changeId: name });
      break;
    case "move": {
      const { postgres } = readEnvironment();
      const copier = new PostgresPrograms({ bin: postgres.bin, searchPath: "" });
      await moveDatabase(ctx, { databaseId, hostId, dropsRestorePoints: true }, copier);
      break;
    }
    case "bring-back": {
      const { organisationId } = actor as Extract<Actor, { kind: "member" }>;
      const kept = { ...ctx, deletedDatabaseDays: 7 };
      await bringBackDatabase(kept, { organisationId, databaseId, name });
      break;
    }
    case "close":
    case "delete":
      await deleteDatabase(ctx, { databaseId });
      break;
  }
  await runtime.close();
}

await main();

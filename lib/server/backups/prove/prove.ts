import { join } from "node:path";
import type { BackupProof } from "@/lib/core/backup-status";
import { OperatorError } from "@/lib/core/operator-error";
import type { CrashPoint } from "@/lib/core/ports/crash-point";
import { findServiceUser } from "../../data-folder/service-user";
import { superuserOver } from "../../embedded-postgres/as-superuser";
import type { RunningCluster } from "../../embedded-postgres/cluster";
import { FailedStartError } from "../../embedded-postgres/postmaster";
import { checkCanaries } from "../canary";
import { DamageError } from "../damage";
import { copiesOf, copyOf } from "../manifest";
import type { BackupRepository } from "../repository";
import { setOwnSettingsAside } from "../restore/own-settings";
import { planRestore, type RestorePlan, recoveredBytes } from "../restore/plan";
import { fetchCluster, recoverCluster } from "../restore/recover";
import { CLUSTER_NAMES, type ClusterName } from "../running-clusters";
import { scratchCluster } from "../scratch/cluster";
import { makeScratch, requireRoom, type Scratch } from "../scratch/folder";
import { checkObjects } from "./check-objects";
import { checkRelations } from "./check-relations";
import { readPages } from "./read-pages";

export interface ProofOptions {
  dataDir: string;
  repository: BackupRepository;
  scratch: Scratch;
  onProgress: (step: string, bytes: number) => void;
  crashPoint: CrashPoint;
  signal: AbortSignal;
  /** A registered host's cluster has no canaries, and may need more of its own machine than this one has. */
  isRegisteredHost?: boolean;
}

/** The findings of a proof that goes on. */
export type Findings = Pick<BackupProof, "backupId" | "upTo" | "recoverySeconds" | "checked">;

/**
 * Recovers the newest state in the scratch folder and reads all of it. Throws `DamageError` for data that isn't as it
 * was written, and other errors where that could not be found out.
 */
export async function proveNewest(options: ProofOptions, findings: Findings): Promise<void> {
  const { repository, scratch, signal, crashPoint } = options;
  const users = [await findServiceUser("coppice-control"), await findServiceUser("coppice-host")];
  await makeScratch(scratch, users);
  const plan = await planRestore(repository, null);
  findings.backupId = plan.manifest.id;
  findings.upTo = plan.upTo;
  const names = options.isRegisteredHost ? copiesOf(plan.manifest).map(([name]) => name) : CLUSTER_NAMES;
  requireRoom(scratch, recoveredBytes(plan, names));
  crashPoint("proof:begun");
  // The smaller first, so that the WAL of both is fetched early.
  for (const name of names.toReversed()) {
    signal.throwIfAborted();
    await proveCluster(name, { ...options, plan, findings });
  }
}

async function proveCluster(
  name: ClusterName,
  options: ProofOptions & { plan: RestorePlan; findings: Findings },
): Promise<void> {
  const { dataDir, repository, scratch, plan, findings, onProgress, crashPoint, signal } = options;
  const begun = performance.now();
  const user = await findServiceUser(name === "control" ? "coppice-control" : "coppice-host");
  const specification = await scratchCluster(name, {
    ...{ scratch, user },
    logFile: join(dataDir, "backups", `proof-${name}.log`),
  });
  const data = join(specification.directory, "data");
  const parts = { backup: copyOf(plan.manifest, name), wal: plan.wal[name], data, user };
  onProgress(name, 0);
  await fetchCluster(repository, parts, (count) => {
    signal.throwIfAborted();
    onProgress(name, count);
  });
  if (options.isRegisteredHost) await setOwnSettingsAside(data);
  crashPoint(`proof:${name}:fetched`);
  onProgress(`${name}: replaying the write-ahead log`, 0);
  await recoverCluster(specification, { target: null, wal: plan.wal[name] }, async (cluster) => {
    findings.recoverySeconds = (findings.recoverySeconds ?? 0) + (performance.now() - begun) / 1_000;
    crashPoint(`proof:${name}:recovered`);
    onProgress(`${name}: reading the recovered data`, 0);
    await checkOpen(name, cluster, options);
  }).catch((error) => {
    // A restore would fail in the same way.
    throw error instanceof FailedStartError ? new DamageError(error.message, { cause: error }) : error;
  });
  findings.checked.pages += await readPages(data, signal);
}

async function checkOpen(
  name: ClusterName,
  cluster: RunningCluster,
  options: ProofOptions & { plan: RestorePlan; findings: Findings },
): Promise<void> {
  const { repository, plan, findings, signal, isRegisteredHost = false } = options;
  const asSuperuser = superuserOver(cluster.socketDirectory, cluster.port);
  const { checked } = findings;
  await asSuperuser("postgres", async (client) => {
    const { rows } = await client.query<{ data_checksums: string }>("SHOW data_checksums");
    if (rows[0]?.data_checksums !== "on") {
      throw new OperatorError(`${name} has no data checksums, without which its pages can't be proven.`);
    }
    if (isRegisteredHost) return;
    if (plan.canaries === null) {
      throw new OperatorError("The backups are of a version that wrote no rows to be found again. Start the service.");
    }
    const canaries = await checkCanaries(client, plan.canaries[name]);
    if (typeof canaries === "string") throw new DamageError(`In ${name}, ${canaries}.`);
    checked.canaries += canaries;
  });
  if (name === "control" && checked.objects !== null) {
    const kept = new Set(plan.objects.map(({ id }) => id));
    await asSuperuser("coppice", async (client) => {
      checked.objects = await checkObjects(client, { repository, kept, before: plan.objectsBefore, signal });
    });
  }
  checked.relations += await checkRelations(asSuperuser, signal, { isOfOtherMachine: isRegisteredHost });
}

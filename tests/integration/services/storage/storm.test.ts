import { type ChildProcess, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readEnvironment } from "@/lib/core/env";
import { createId } from "@/lib/core/ids";
import { createRuntime, type Runtime, type ServiceContext } from "@/lib/runtime";
import { createBucket } from "@/lib/services/storage/buckets/create";
import { reconcileStorage } from "@/lib/services/storage/bytes/reconcile";
import { sweepVersions } from "@/lib/services/storage/bytes/sweep";
import { openBytes } from "@/lib/services/storage/objects/open-bytes";
import { sweepUploads } from "@/lib/services/storage/uploads/sweep";
import { SeededRandom } from "@/tests/bench/faults/random";
import { bundledPrograms, workerControlUrl } from "@/tests/support/clusters";
import { createOrganisation, random, testKey } from "@/tests/support/context";
import { insertProject } from "@/tests/support/projects";
import { isOfOneVersion, type Storm } from "./storming-process";

const SEED = Number(process.env.COPPICE_TEST_SEED ?? Math.floor(Math.random() * 2 ** 31));
/** As many as a busy machine does in a minute; the catalogue's 500 take COPPICE_TEST_ROUNDS=500. */
const ROUNDS = Number(process.env.COPPICE_TEST_ROUNDS ?? 250);
/** One kill in about ten rounds: starting a process costs as much as ten more. */
const MOST_STEPS = 320;
const DAYS_LATER = 3 * 24 * 3_600_000;
/** As long as a machine with much else to do may need. */
const TIMEOUT = { timeout: 400_000 };

let program: string;
let folder: string;
let runtime: Runtime;
let variables: NodeJS.ProcessEnv;

beforeAll(async () => {
  program = join(await bundledPrograms(), "storming.js");
  folder = await mkdtemp(join(tmpdir(), "storm-"));
  variables = {
    ...{ NODE_ENV: "production", LOG_LEVEL: "error", COPPICE_STORM: "1", COPPICE_DATA_DIR: folder },
    DATABASE_URL: await workerControlUrl(),
    COPPICE_SECRET_KEYS: `${testKey.id}:${testKey.secret.toString("base64")}`,
  };
  runtime = createRuntime(readEnvironment({ ...variables, LOG_LEVEL: "silent" }));
});
afterAll(async () => {
  await runtime?.close();
  await rm(folder, { recursive: true, force: true });
});

/** A process that has loaded its modules, and waits to be told where to begin. */
function startProcess(): ChildProcess {
  return spawn(process.execPath, [program], { stdio: ["pipe", "pipe", "inherit"], env: variables });
}

/** Lets a process work until it has taken so many steps, and kills it in their midst. Returns the rounds it began. */
async function stormAndKill(child: ChildProcess, storm: Storm, steps: number): Promise<number> {
  const ended = once(child, "exit");
  const wrong: string[] = [];
  child.stdin?.write(`${JSON.stringify(storm)}\n`);
  let rounds = 1;
  let taken = 0;
  if (!child.stdout) throw new Error("no output");
  for await (const line of createInterface({ input: child.stdout })) {
    if (line.startsWith("wrong")) wrong.push(line);
    else if (line === "round") rounds += 1;
    else taken += 1;
    if (taken === steps) child.kill("SIGKILL");
  }
  expect(wrong).toEqual([]);
  expect(await ended).toEqual([null, "SIGKILL"]);
  return rounds;
}

/** The bytes of each object are those of one version, and the sums are those of the rows. */
async function expectConsistent(ctx: ServiceContext, { projectId, bucket }: Storm): Promise<void> {
  const objects = await ctx.db.storedObject.findMany({
    where: { bucket: { projectId } },
    include: { version: true },
    orderBy: { key: "asc" },
  });
  for (const { key, version } of objects) {
    const bytes = await buffer(await openBytes(ctx, { projectId, bucket, key }));
    expect(isOfOneVersion(bytes)).toBe(true);
    expect(createHash("sha256").update(bytes).digest().equals(version.sha256)).toBe(true);
    expect(BigInt(bytes.byteLength)).toBe(version.size);
  }
  const uploads = await ctx.db.objectUpload.findMany({ where: { bucket: { projectId }, finishedAt: null } });
  const sum = (sizes: bigint[]) => sizes.reduce((all, size) => all + size, 0n);
  expect(await countsOf(ctx, projectId)).toEqual({
    projectId,
    usedBytes: sum(objects.map(({ version }) => version.size)),
    reservedBytes: sum(uploads.map(({ size }) => size)),
    objectCount: objects.length,
  });
}

/** A project in which nothing was ever stored has no row. */
async function countsOf({ db }: ServiceContext, projectId: string) {
  const counted = await db.projectStorage.findUnique({ where: { projectId } });
  return counted ?? { projectId, usedBytes: 0n, reservedBytes: 0n, objectCount: 0 };
}

/** Days later nothing is reserved, and there are the bytes of the objects and no others. */
async function expectMended(ctx: ServiceContext, storm: Storm): Promise<void> {
  const later = { ...ctx, clock: { now: () => new Date(Date.now() + DAYS_LATER) } };
  for (const mend of [sweepUploads, sweepVersions, reconcileStorage]) await mend(later);
  await expectConsistent(ctx, storm);
  const { projectId } = storm;
  expect(await countsOf(ctx, projectId)).toMatchObject({ reservedBytes: 0n });
  const versions = await ctx.db.objectVersion.findMany({ where: { projectId } });
  expect(versions.filter(({ status }) => status !== "ready")).toEqual([]);
  const idsOf = async (bytes: AsyncIterable<{ id: string }>) => {
    const ids: string[] = [];
    for await (const { id } of bytes) ids.push(id);
    return ids.sort();
  };
  expect(await idsOf(ctx.objects.list())).toEqual([...new Set(versions.map(({ bytesId }) => bytesId))].sort());
  expect(await idsOf(ctx.objects.listStaged())).toEqual([]);
}

test(
  `ST-14: ${ROUNDS} rounds of overwrite, upload, delete, move, copy and read of one key, killed at random (COPPICE_TEST_SEED=${SEED})`,
  TIMEOUT,
  async () => {
    const chance = new SeededRandom(SEED);
    const { id: projectId } = await insertProject(await createOrganisation({ plan: "free" }));
    const actor = { kind: "server-key", id: createId("key", random), projectId, scope: "read-write" } as const;
    const ctx = runtime.context({ actor, requestId: createId("request", random) });
    const { id: bucket } = await createBucket(ctx, { projectId, name: "storm" });
    let next = startProcess();
    try {
      let kills = 0;
      for (let rounds = 0; rounds < ROUNDS; kills += 1) {
        const child = next;
        next = startProcess();
        const storm = { projectId, bucket, seed: Math.floor(chance.between(0, 2 ** 31)) };
        rounds += await stormAndKill(child, storm, Math.ceil(chance.between(1, MOST_STEPS)));
        await expectConsistent(ctx, storm);
        if (kills % 5 === 0 || rounds >= ROUNDS) await expectMended(ctx, storm);
      }
      expect(kills).toBeGreaterThan(10);
    } finally {
      next.kill("SIGKILL");
    }
  },
);

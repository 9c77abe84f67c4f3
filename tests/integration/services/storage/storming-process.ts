import { randomUUID } from "node:crypto";
import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { readEnvironment } from "@/lib/core/env";
import { ServiceError } from "@/lib/core/errors";
import { createRuntime, type ServiceContext } from "@/lib/runtime";
import { copyObject } from "@/lib/services/storage/objects/copy";
import { deleteObject } from "@/lib/services/storage/objects/delete";
import { moveObject } from "@/lib/services/storage/objects/move";
import { openBytes } from "@/lib/services/storage/objects/open-bytes";
import { createUpload } from "@/lib/services/storage/uploads/create";
import { finishUpload } from "@/lib/services/storage/uploads/finish";
import { putObject } from "@/lib/services/storage/uploads/put";
import { receiveBytes } from "@/lib/services/storage/uploads/receive";
import { SeededRandom } from "@/tests/bench/faults/random";

/** The storm that the process gets on its standard input, once it is to begin. */
export interface Storm {
  projectId: string;
  bucket: string;
  seed: number;
}

export const KEYS = { first: "one", second: "two" };
/** The refusals that one of several callers at the same time may meet. */
const EXPECTED = ["object_not_found", "precondition_failed", "upload_not_found"];

/** Returns bytes that say which version they are of, in each of their lines. */
export function bytesOfOneVersion(lines: number): Buffer<ArrayBuffer> {
  return Buffer.from(`${randomUUID()}\n`.repeat(lines));
}

export function isOfOneVersion(bytes: Buffer): boolean {
  return new Set(bytes.toString().trimEnd().split("\n")).size === 1;
}

/** Overwrites, uploads, deletes, moves, copies and reads at once, round after round, until it is killed. */
async function main(): Promise<void> {
  const runtime = createRuntime(readEnvironment());
  for await (const line of createInterface({ input: process.stdin })) {
    const storm: Storm = JSON.parse(line);
    const random = new SeededRandom(storm.seed);
    const actor = { kind: "server-key", id: "key_storm", projectId: storm.projectId, scope: "read-write" } as const;
    const ctx = runtime.context({ actor, requestId: "req_storm" });
    for (;;) {
      const verbs = random.shuffled(verbsOf(ctx, storm, random));
      await Promise.all(verbs.map(run));
      process.stdout.write("round\n");
    }
  }
}

/** Each step is a line, at which the process may be killed. */
async function run(verb: () => Promise<unknown>): Promise<void> {
  process.stdout.write("begun\n");
  try {
    await verb();
  } catch (error) {
    if (!(error instanceof ServiceError && EXPECTED.includes(error.code))) {
      process.stdout.write(`wrong ${JSON.stringify(error instanceof Error ? error.stack : error)}\n`);
    }
  }
  process.stdout.write("ended\n");
}

function verbsOf(ctx: ServiceContext, { projectId, bucket }: Storm, random: SeededRandom) {
  const at = { projectId, bucket };
  const { first, second } = KEYS;
  const sizes = [1, 200, 5_000];
  const newBytes = () => bytesOfOneVersion(random.pick(sizes) ?? 1);
  const put = (key: string) => putObject(ctx, { ...at, key, rawBody: newBytes(), headers: new Headers() });
  return [
    () => put(first),
    () => upload(ctx, { ...at, key: first }, newBytes()),
    () => deleteObject(ctx, { ...at, key: first }),
    () => moveObject(ctx, { ...at, from: first, to: second, overwrite: true }),
    () => moveObject(ctx, { ...at, from: second, to: first, overwrite: true }),
    () => copyObject(ctx, { ...at, from: first, to: second, overwrite: true }),
    () => read(ctx, { ...at, key: first }),
    () => read(ctx, { ...at, key: second }),
  ];
}

async function upload(ctx: ServiceContext, at: { projectId: string; bucket: string; key: string }, bytes: Buffer) {
  const { id } = (await createUpload(ctx, { ...at, size: bytes.byteLength, metadata: {} })).upload;
  const half = bytes.byteLength >> 1;
  const [first, second] = [bytes.subarray(0, half), bytes.subarray(half)];
  const checksum = null;
  await receiveBytes(ctx, id, Readable.from([first]), { offset: 0, maxBytes: first.byteLength, checksum });
  await receiveBytes(ctx, id, Readable.from([second]), { offset: half, maxBytes: second.byteLength, checksum });
  await finishUpload(ctx, id);
}

async function read(ctx: ServiceContext, at: { projectId: string; bucket: string; key: string }): Promise<void> {
  const bytes = await buffer(await openBytes(ctx, at));
  if (!isOfOneVersion(bytes)) throw new Error("a reader got the bytes of several versions");
}

if (process.env.COPPICE_STORM === "1") await main();

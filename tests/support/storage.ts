import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { Role } from "@/lib/core/access/permissions";
import type { ServerKeyScope } from "@/lib/core/access/project-key-scope";
import type { Actor } from "@/lib/core/context";
import { createId } from "@/lib/core/ids";
import type { Plan } from "@/lib/core/plans";
import { DiskObjectStore } from "@/lib/infra/object-store/disk-object-store";
import type { ServiceContext } from "@/lib/runtime";
import { type CreateBucketInput, createBucket } from "@/lib/services/storage/buckets/create";
import type { Bucket } from "@/lib/services/storage/buckets/resource";
import type { StoredObject } from "@/lib/services/storage/objects/resource";
import { putObject } from "@/lib/services/storage/uploads/put";
import { createOrganisation, FixedClock, makeContext, random, type TestOrganisation } from "./context";
import { insertProject } from "./projects";

export interface TestStorage {
  organisation: TestOrganisation;
  projectId: string;
  /** The folder of the bytes, for looking behind the service's back. */
  folder: string;
  clock: FixedClock;
  server(scope?: ServerKeyScope): Promise<ServiceContext>;
  member(role: Role): Promise<ServiceContext>;
  user(userId: string, claims?: Record<string, unknown>): Promise<ServiceContext>;
  visitor(): Promise<ServiceContext>;
  /** A server key of another organisation's project. */
  stranger(): Promise<ServiceContext>;
}

interface StorageOptions {
  plan?: Plan;
  /** The caller removes it; by default, the folder goes with the test. */
  folder?: string;
}

/** A project whose objects are in a folder of its own. */
export async function makeStorage({ plan = "free", folder = makeFolder() }: StorageOptions = {}): Promise<TestStorage> {
  const organisation = await createOrganisation({ plan });
  const { id: projectId } = await insertProject(organisation);
  const objects = new DiskObjectStore(folder);
  const clock = new FixedClock();
  const as = async (actor: Actor) => ({ ...(await makeContext({ actor, clock })), objects });
  const server = (id: string, scope: ServerKeyScope = "read-write") =>
    as({ kind: "server-key", id: createId("key", random), projectId: id, scope });
  return {
    ...{ organisation, projectId, folder, clock },
    server: (scope) => server(projectId, scope),
    member: (role) => as(organisation.member[role]),
    user: (id, claims = {}) => as({ kind: "end-user", id, projectId, claims: { sub: id, ...claims } }),
    visitor: () => as({ kind: "public-key", id: createId("key", random), projectId, scope: "read-write" }),
    stranger: async () => server((await insertProject(await createOrganisation())).id),
  };
}

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "objects-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export async function makeBucket(storage: TestStorage, input: Partial<CreateBucketInput> = {}): Promise<Bucket> {
  const name = `b-${randomUUID().slice(0, 13)}`;
  return createBucket(await storage.server(), { projectId: storage.projectId, name, ...input });
}

interface Put {
  headers?: Record<string, string>;
  as?: ServiceContext;
}

/** Stores a text, or bytes. */
export async function put(
  storage: TestStorage,
  bucket: Bucket,
  key: string,
  body: string | Uint8Array = "hello",
  { headers = {}, as }: Put = {},
): Promise<StoredObject> {
  const rawBody = typeof body === "string" ? new TextEncoder().encode(body) : body;
  const at = { projectId: storage.projectId, bucket: bucket.id, key };
  const ctx = as ?? (await storage.server());
  return (await putObject(ctx, { ...at, rawBody, headers: new Headers({ "content-type": "text/plain", ...headers }) }))
    .object;
}

/** The sums that a project has, beside those that its rows make. */
export async function sumsOf({ projectId, ...storage }: TestStorage) {
  const { db } = await storage.server();
  const kept = await db.projectStorage.findUnique({ where: { projectId }, omit: { projectId: true } });
  const objects = await db.storedObject.findMany({ where: { bucket: { projectId } }, select: { version: true } });
  const uploads = await db.objectUpload.findMany({ where: { bucket: { projectId }, finishedAt: null } });
  const bytes = (rows: { size: bigint }[]) => rows.reduce((sum, { size }) => sum + size, 0n);
  return {
    kept: kept ?? { usedBytes: 0n, reservedBytes: 0n, objectCount: 0 },
    counted: {
      usedBytes: bytes(objects.map(({ version }) => version)),
      reservedBytes: bytes(uploads),
      objectCount: objects.length,
    },
  };
}

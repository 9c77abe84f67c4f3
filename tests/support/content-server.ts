import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readEnvironment } from "@/lib/core/env";
import { createId } from "@/lib/core/ids";
import { createContentServer } from "@/lib/http/content/content-server";
import { createRuntime, type ServiceContext } from "@/lib/runtime";
import { findFreePort } from "@/lib/server/data-folder/instance-state";
import { type CreateBucketInput, createBucket } from "@/lib/services/storage/buckets/create";
import type { Bucket } from "@/lib/services/storage/buckets/resource";
import { putObject } from "@/lib/services/storage/uploads/put";
import { createPublicKey } from "@/lib/sign-in/project-keys/create-public-key";
import { createServerKey } from "@/lib/sign-in/project-keys/create-server-key";
import { workerControlUrl } from "./clusters";
import { createOrganisation, OPERATOR, random, testKey } from "./context";
import { insertProject } from "./projects";

export interface ContentServer {
  url: string;
  projectId: string;
  /** A server key's context, on the objects that the server serves. */
  ctx: ServiceContext;
  /** Returns a key for reading and writing. */
  key(kind: "server" | "public"): Promise<string>;
  bucket(input?: Partial<CreateBucketInput>): Promise<Bucket>;
  put(bucket: Bucket, key: string, body: string | Uint8Array, contentType?: string): Promise<void>;
  close(): Promise<void>;
}

/** The site of customers' content, in this process, with a project and a folder of its own. */
export async function startContentInProcess(
  variables: Record<string, string> = {},
  idleMilliseconds?: number,
): Promise<ContentServer> {
  const newRequestId = () => createId("request", random);
  const port = await findFreePort([]);
  const url = `http://127.0.0.1:${port}`;
  const dataDir = await mkdtemp(join(tmpdir(), "content-"));
  const environment = readEnvironment({
    DATABASE_URL: await workerControlUrl(),
    COPPICE_SECRET_KEYS: `${testKey.id}:${Buffer.from(testKey.secret).toString("base64")}`,
    COPPICE_URL: "http://coppice.example",
    COPPICE_CONTENT_URL: url,
    COPPICE_DATA_DIR: dataDir,
    LOG_LEVEL: "silent",
    ...variables,
  });
  const runtime = createRuntime(environment);
  const server = createContentServer(runtime, newRequestId, idleMilliseconds);
  await once(server.listen(port, "127.0.0.1"), "listening");
  const organisation = await createOrganisation({ plan: "free" });
  const { id: projectId } = await insertProject(organisation);
  const actor = { kind: "server-key", id: createId("key", random), projectId, scope: "read-write" } as const;
  const ctx = runtime.context({ actor, requestId: newRequestId() });
  return {
    ...{ url, projectId, ctx },
    async key(kind) {
      const operator = { ...ctx, actor: OPERATOR };
      const common = { organisationId: organisation.id, projectId, name: "content", expiresAt: null };
      const create = kind === "server" ? createServerKey : createPublicKey;
      return (await create(operator, { ...common, scope: "read-write" })).secret;
    },
    bucket: (input = {}) => createBucket(ctx, { projectId, name: createId("bucket", random).slice(4), ...input }),
    put: async (bucket, key, body, contentType = "text/plain") => {
      const rawBody = new Uint8Array(Buffer.from(body as string));
      const headers = new Headers({ "content-type": contentType });
      await putObject(ctx, { projectId, bucket: bucket.id, key, rawBody, headers });
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await runtime.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import S3rver from "s3rver";
import type { S3Settings } from "@/lib/core/s3-settings";

interface S3Server {
  settings: S3Settings;
  /** The settings as the environment has them. */
  variables: Record<string, string>;
  /** Ends the server as an outage does; its objects are there when it starts again. */
  stop(): Promise<{ start(): Promise<void> }>;
  close(): Promise<void>;
}

/** A store that speaks S3, in this process, with one empty bucket. */
export async function startS3Server(): Promise<S3Server> {
  const directory = await mkdtemp(join(tmpdir(), "s3-"));
  const bucket = "objects";
  const open = async (port: number) => {
    const server = new S3rver({
      ...{ directory, address: "127.0.0.1", port, silent: true, allowMismatchedSignatures: false },
      configureBuckets: [{ name: bucket, configs: [] }],
    });
    return { server, ...(await server.run()) };
  };
  let { server, port } = await open(0);
  const endpoint = `http://127.0.0.1:${port}`;
  // These are the only ones that s3rver knows.
  const keys = { accessKeyId: "S3RVER", secretAccessKey: "S3RVER" };
  return {
    settings: { endpoint, region: "us-east-1", bucket, ...keys },
    variables: {
      COPPICE_S3_ENDPOINT: endpoint,
      COPPICE_S3_BUCKET: bucket,
      COPPICE_S3_ACCESS_KEY_ID: keys.accessKeyId,
      COPPICE_S3_SECRET_ACCESS_KEY: keys.secretAccessKey,
    },
    async stop() {
      await server.close();
      return {
        async start() {
          ({ server, port } = await open(port));
        },
      };
    },
    async close() {
      await server.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

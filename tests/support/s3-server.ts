import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import S3rver from "s3rver";
import type { S3Settings } from "@/lib/core/s3-settings";

/** A store that speaks S3, in this process, with one empty bucket. */
export async function startS3Server(): Promise<{ settings: S3Settings; close(): Promise<void> }> {
  const directory = await mkdtemp(join(tmpdir(), "s3-"));
  const bucket = "objects";
  const server = new S3rver({
    ...{ directory, address: "127.0.0.1", port: 0, silent: true, allowMismatchedSignatures: false },
    configureBuckets: [{ name: bucket, configs: [] }],
  });
  const { port } = await server.run();
  return {
    settings: {
      ...{ endpoint: `http://127.0.0.1:${port}`, region: "us-east-1", bucket },
      // These are the only ones that s3rver knows.
      ...{ accessKeyId: "S3RVER", secretAccessKey: "S3RVER" },
    },
    close: async () => {
      await server.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

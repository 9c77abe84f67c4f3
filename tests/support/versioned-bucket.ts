import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { S3Settings } from "@/lib/core/s3-settings";

const NAMESPACE = "http://s3.amazonaws.com/doc/2006-03-01/";

/** A bucket that answers nothing but GetBucketVersioning, as Amazon's do. s3rver doesn't know that request. */
export async function startVersionedBucket(
  status: "Enabled" | "Suspended" | "none" | "refused",
): Promise<{ settings: S3Settings; close(): Promise<void> }> {
  const server = createServer((request, response) => {
    const isAsked =
      request.method === "GET" && new URL(request.url ?? "", "http://store").searchParams.has("versioning");
    response.setHeader("Content-Type", "application/xml");
    if (!isAsked || status === "refused") {
      response.statusCode = 403;
      response.end("<Error><Code>AccessDenied</Code><Message>Access Denied</Message></Error>");
      return;
    }
    const set = status === "none" ? "" : `<Status>${status}</Status>`;
    response.end(`<VersioningConfiguration xmlns="${NAMESPACE}">${set}</VersioningConfiguration>`);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  return {
    settings: {
      ...{ endpoint: `http://127.0.0.1:${port}`, region: "us-east-1", bucket: "objects" },
      ...{ accessKeyId: "id", secretAccessKey: "secret" },
    },
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}

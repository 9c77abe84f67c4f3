import { z } from "zod";
import { objectNotFound } from "@/lib/core/not-found";
import { SignLinksInput, signLinks } from "@/lib/services/storage/links/sign";
import { ObjectKey } from "@/lib/services/storage/names/key";
import { projectHandler } from "@/lib/web/define-dashboard-handler";

const Body = z.strictObject({ key: ObjectKey, expiresInSeconds: SignLinksInput.shape.expiresInSeconds });
const MAX_BYTES = 8_192;

/** Makes a link to an object, which anyone can open until it expires. */
export const POST = projectHandler(
  "dashboardSignLink",
  { params: { bucketId: "bucket" }, body: { schema: Body, maxBytes: MAX_BYTES } },
  async (ctx, { projectId, bucketId: bucket, key, expiresInSeconds }) => {
    const { urls } = await signLinks(ctx, { projectId, bucket, keys: [key], expiresInSeconds, pinned: false });
    const [link] = urls;
    if (!link || !("url" in link)) throw objectNotFound();
    return { url: link.url, expiresAt: link.expiresAt };
  },
);

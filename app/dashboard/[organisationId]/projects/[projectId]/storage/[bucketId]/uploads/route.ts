import { z } from "zod";
import { CreateUploadInput, createUpload } from "@/lib/services/storage/uploads/create";
import { projectHandler } from "@/lib/web/define-dashboard-handler";

const { key, size, contentType, ifNoneMatch } = CreateUploadInput.shape;
const MAX_BYTES = 16_384;

/** Takes room for a file, and returns the address of the content site that the browser sends its bytes to. */
export const POST = projectHandler(
  "dashboardCreateUpload",
  {
    params: { bucketId: "bucket" },
    body: { schema: z.strictObject({ key, size, contentType, ifNoneMatch }), maxBytes: MAX_BYTES },
  },
  async (ctx, { bucketId: bucket, ...input }) => {
    const { upload } = await createUpload(ctx, { bucket, metadata: {}, ...input });
    return { url: upload.url };
  },
);

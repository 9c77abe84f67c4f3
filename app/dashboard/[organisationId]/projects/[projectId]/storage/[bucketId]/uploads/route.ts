import { z } from "zod";
import { CreateUploadInput, createUpload } from "@/lib/services/storage/uploads/create";
import { defineDashboardHandler } from "@/lib/web/define-dashboard-handler";

const { key, size, contentType, ifNoneMatch } = CreateUploadInput.shape;
const MAX_BYTES = 16_384;

/** Takes room for a file, and returns the address of the content site that the browser sends its bytes to. */
export const POST = defineDashboardHandler(
  {
    operationId: "dashboardCreateUpload",
    params: { projectId: "project", bucketId: "bucket" },
    body: { schema: z.strictObject({ key, size, contentType, ifNoneMatch }), maxBytes: MAX_BYTES },
  },
  async (ctx, { params: { projectId = "", bucketId: bucket = "" }, body }) => {
    const { upload } = await createUpload(ctx, { projectId, bucket, metadata: {}, ...body });
    return { url: upload.url };
  },
);

import { ServiceError } from "@/lib/core/errors";
import { KeyPrefix } from "@/lib/services/storage/names/key";
import { measureObjects } from "@/lib/services/storage/objects/measure";
import { projectHandler } from "@/lib/web/define-dashboard-handler";

/**
 * Returns how many objects lie below the folder `?prefix=`, and their bytes, for a member who is about to delete them.
 */
export const GET = projectHandler(
  "dashboardMeasureFolder",
  { params: { bucketId: "bucket" } },
  async (ctx, { projectId, bucketId: bucket }, { request }) => {
    const prefix = KeyPrefix.safeParse(new URL(request.url).searchParams.get("prefix"));
    if (!prefix.success) throw new ServiceError("invalid_key", "The prefix must be the start of a key.");
    return measureObjects(ctx, { projectId, bucket, prefix: prefix.data });
  },
);

import { objectNotFound } from "@/lib/core/not-found";
import { signLinks } from "@/lib/services/storage/links/sign";
import { requireKey } from "@/lib/services/storage/names/key";
import { projectHandler } from "@/lib/web/define-dashboard-handler";
import { leadTo } from "@/lib/web/lead-to";

const LINK_SECONDS = 60;

/** Leads to the bytes of the object `?key=`, which the browser downloads. */
export const GET = projectHandler(
  "dashboardDownloadObject",
  { params: { bucketId: "bucket" } },
  async (ctx, { projectId, bucketId: bucket }, { request }) => {
    const key = requireKey(new URL(request.url).searchParams.get("key") ?? "");
    const link = { keys: [key], expiresInSeconds: LINK_SECONDS, pinned: true };
    const { urls } = await signLinks(ctx, { projectId, bucket, ...link, download: true });
    const [made] = urls;
    if (!made || !("url" in made)) throw objectNotFound();
    return leadTo(made.url);
  },
);

import { objectNotFound } from "@/lib/core/not-found";
import { signLinks } from "@/lib/services/storage/links/sign";
import { requireKey } from "@/lib/services/storage/names/key";
import { defineDashboardHandler } from "@/lib/web/define-dashboard-handler";

const LINK_SECONDS = 60;

/** Leads to the bytes of the object `?key=`, which the browser downloads. */
export const GET = defineDashboardHandler(
  { operationId: "dashboardDownloadObject", params: { projectId: "project", bucketId: "bucket" } },
  async (ctx, { params: { projectId = "", bucketId: bucket = "" }, request }) => {
    const key = requireKey(new URL(request.url).searchParams.get("key") ?? "");
    const link = { keys: [key], expiresInSeconds: LINK_SECONDS, pinned: true };
    const { urls } = await signLinks(ctx, { projectId, bucket, ...link, download: true });
    const [made] = urls;
    if (!made || !("url" in made)) throw objectNotFound();
    return new Response(null, { status: 302, headers: { Location: made.url, "Cache-Control": "private, no-store" } });
  },
);

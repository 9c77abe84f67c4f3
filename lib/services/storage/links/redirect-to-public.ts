import { z } from "zod";
import { ServiceError } from "@/lib/core/errors";
import type { StorageContext } from "../context";
import { requireKey } from "../names/key";
import { requestedShape } from "../pictures/requested";
import { PresetReference } from "../pictures/shape";
import { linkTo } from "./address";
import { fileNameOf } from "./sign";

/** Within a window everybody is led to the same address, which caches can keep the bytes they got from. */
const WINDOW_SECONDS = 300;
const REDIRECT_SECONDS = 60;

export const PublicObjectQuery = z.strictObject({
  download: z.string().max(200).optional().meta({
    description: "Downloads the file in place of showing it, under this name if it isn't empty.",
    example: "",
  }),
  preset: PresetReference.shape.preset.optional().meta({
    description: "The picture that the object is made into. Other sizes need a signed link.",
    example: "thumbnail",
  }),
});

/**
 * Leads any caller to the bytes of an object of a public bucket. An object that is missing, private or suspended is
 * one `not_found`, after one and the same statement. Throws `invalid_key`, and `invalid_request` for a preset that is
 * not there.
 */
export async function redirectToPublic(
  ctx: StorageContext,
  { bucket, key, download, preset }: { bucket: string; key: string } & z.output<typeof PublicObjectQuery>,
): Promise<Response> {
  requireKey(key);
  const found = await ctx.publicObjects.find({ bucket, key });
  if (!found) throw nothingThere();
  const fileName = fileNameOf(key);
  const name = download === "" ? fileName : download;
  const picture = preset === undefined ? undefined : requestedShape(found, { preset });
  const options = { expiresAt: endOfNextWindow(ctx), download: name, picture };
  const url = linkTo(ctx, { versionId: found.versionId, fileName }, options);
  const headers = {
    Location: url,
    "Cache-Control": `public, max-age=${REDIRECT_SECONDS}`,
    "Access-Control-Allow-Origin": "*",
    "Cross-Origin-Resource-Policy": "cross-origin",
  };
  return new Response(null, { status: 302, headers });
}

function nothingThere(): ServiceError {
  return new ServiceError("not_found", "There's nothing at this path.");
}

function endOfNextWindow({ clock }: StorageContext): Date {
  const window = Math.floor(clock.now().getTime() / 1_000 / WINDOW_SECONDS);
  return new Date((window + 2) * WINDOW_SECONDS * 1_000);
}

import { ServiceError } from "@/lib/core/errors";
import type { ServiceContext } from "@/lib/runtime";
import { currentFile, listPacked, readPacked } from "./packed";

/** Returns a package's tarball by its current or its versioned name. Throws `not_found`. */
export async function getClientPackage(_ctx: ServiceContext, { file }: { file: string }): Promise<Response> {
  const packed = (await listPacked()).find((each) => file === each.file || file === currentFile(each));
  if (!packed)
    throw new ServiceError("not_found", "This service doesn't have that package. /packages lists the ones it has.");
  return new Response(await readPacked(packed), {
    headers: {
      "Content-Type": "application/gzip",
      "Content-Disposition": `attachment; filename="${packed.file}"`,
      // Sources can be built again under one version, so also that name is asked for again.
      "Cache-Control": "public, no-cache",
      ETag: `"${packed.integrity}"`,
    },
  });
}

import { createHash } from "node:crypto";
import { fileTypeFromBuffer } from "file-type";
import { requireMemberPermission } from "@/lib/core/access/require-member-permission";
import { recordAudit } from "@/lib/core/audit/record";
import type { Context } from "@/lib/core/context";
import { withTransaction } from "@/lib/core/db/transaction";
import { ServiceError } from "@/lib/core/errors";
import { lockProjectForChange } from "./in-organisation";
import { updateSettings } from "./update-settings";

/** An SVG may hold a script, so it is none of them. */
const MEDIA_TYPES = ["image/png", "image/jpeg", "image/webp"];
export const MAX_LOGO_BYTES = 256 * 1024;

interface SetLogoInput {
  organisationId: string;
  projectId: string;
  /** `null` removes the logo. */
  content: Uint8Array<ArrayBuffer> | null;
}

/** Sets or removes a project's logo. Throws `invalid_request` unless it is a PNG, JPEG or WebP of 256 kB at most. */
export async function setLogo(ctx: Context, { organisationId, projectId, content }: SetLogoInput): Promise<void> {
  requireMemberPermission(ctx, organisationId, "projects:write");
  const mediaType = content && (await mediaTypeOf(content));
  await withTransaction(ctx, async (tx) => {
    await lockProjectForChange(tx, organisationId, projectId);
    await tx.db.projectLogo.deleteMany({ where: { projectId } });
    if (content && mediaType) await tx.db.projectLogo.create({ data: { projectId, mediaType, content } });
    const logo = content && createHash("sha256").update(content).digest("hex").slice(0, 16);
    await updateSettings(tx, { organisationId, projectId, settings: { brand: { logo } } });
    const action = content ? "project.set_logo" : "project.remove_logo";
    await recordAudit(tx, { organisationId, action, targetId: projectId });
  });
}

/** Returns the picture's type by its bytes, since a file's name proves nothing. */
async function mediaTypeOf(content: Uint8Array<ArrayBuffer>): Promise<string> {
  if (content.length > MAX_LOGO_BYTES) throw new ServiceError("invalid_request", "A logo can be at most 256 kB.");
  const mime = (await fileTypeFromBuffer(content))?.mime;
  if (mime === undefined || !MEDIA_TYPES.includes(mime)) {
    throw new ServiceError("invalid_request", "A logo must be a PNG, JPEG or WebP image.");
  }
  return mime;
}

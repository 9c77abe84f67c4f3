import type { StorageContext } from "../context";

const PURPOSE = "upload";

/** Returns the address that takes an upload's bytes from anyone who has it. */
export function uploadAddress(ctx: Pick<StorageContext, "contentUrl" | "sealer">, uploadId: string): string {
  return `${ctx.contentUrl}/uploads/${uploadId}?t=${ctx.sealer.mac(uploadId, PURPOSE)}`;
}

export function isUploadToken(ctx: Pick<StorageContext, "sealer">, uploadId: string, token: string | null): boolean {
  return token !== null && ctx.sealer.isMac(token, uploadId, PURPOSE);
}

import type { SignInContext } from "../../context";
import { refreshSsoMetadata } from "./refresh";

/** Metadata is read again once an hour. */
const MAX_AGE_MILLISECONDS = 3_600_000;
/** So many addresses are asked at a time, since one that hangs takes ten seconds. */
const AT_A_TIME = 8;
const MAX_PER_RUN = 400;

/** Reads the metadata of connections again that is due, the longest unread first. One failure doesn't stop the others. */
export async function refreshAllSsoMetadata(ctx: SignInContext): Promise<void> {
  const due = new Date(ctx.clock.now().getTime() - MAX_AGE_MILLISECONDS);
  const rows = await ctx.db.ssoConnection.findMany({
    where: {
      metadataUrl: { not: null },
      metadataCheckedAt: { lte: due },
      project: { deletedAt: null, status: "active" },
    },
    select: { id: true, projectId: true, organisationId: true },
    orderBy: { metadataCheckedAt: "asc" },
    take: MAX_PER_RUN,
  });
  const waiting = rows.values();
  const work = async () => {
    for (const { id: connectionId, projectId, organisationId: ofOrganisation } of waiting) {
      try {
        await refreshSsoMetadata(ctx, { projectId, connectionId, ofOrganisation });
      } catch (error) {
        ctx.log.error({ err: error, connectionId }, "metadata was not read");
      }
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, work));
}

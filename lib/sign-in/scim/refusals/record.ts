import type { ErrorCode } from "@/lib/core/error-table";
import { createId } from "@/lib/core/ids";
import type { ScimContext } from "../context";

/** The newest refusals of a connection that are kept. */
const KEPT = 100;

interface Refused {
  operation: string;
  path: string;
  code: ErrorCode;
  message: string;
}

/** Keeps why a request of a directory was refused, for the owner, who doesn't see the directory's own log. */
export async function recordScimRefusal(ctx: ScimContext, { operation, path, code, message }: Refused): Promise<void> {
  const { id: connectionId, projectId } = ctx.connection;
  const told = { operation, path: path.slice(0, 256), code, message: message.slice(0, 512) };
  const data = { id: createId("scimRefusal", ctx.random), projectId, connectionId, ...told, requestId: ctx.requestId };
  await ctx.db.scimRefusal.create({ data: { ...data, createdAt: ctx.clock.now() }, select: { id: true } });
  await ctx.db.$executeRaw`
    delete from scim_refusal where project_id = ${projectId} and connection_id = ${connectionId} and id in (
      select id from scim_refusal where connection_id = ${connectionId} order by created_at desc, id desc offset ${KEPT})`;
}

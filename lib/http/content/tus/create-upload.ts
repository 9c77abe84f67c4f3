import type { IncomingMessage } from "node:http";
import { decodeJwt } from "jose";
import { ServiceError } from "@/lib/core/errors";
import { actorSubject, noteSubject } from "@/lib/core/request-subject";
import { authenticateServerKey } from "@/lib/http/api/authenticate-server-key";
import { authenticateUser, isUserToken } from "@/lib/http/api/authenticate-user";
import { requireOwnOrigin } from "@/lib/http/api/cors";
import { countRequest } from "@/lib/http/api/count-request";
import { requireProjectGates } from "@/lib/http/api/project-gates";
import { invalidInput } from "@/lib/http/read-body";
import type { StorageContext } from "@/lib/services/storage/context";
import { CreateUploadInput, createUpload } from "@/lib/services/storage/uploads/create";
import { fieldsOf, type HeadersOf } from "../content-exchange";
import { metadataIn } from "./protocol";

/** These fields of Upload-Metadata are the upload's own; the rest are texts of the customer's. */
const OWN = ["bucket", "key", "contentType", "filetype", "contentEncoding", "sha256", "ifNoneMatch"];
const GATES = { serverKeyScope: "read-write", takesUsers: true } as const;

/** Starts an upload as `POST …/storage/uploads` does, for tus clients that only know an endpoint. */
export async function createByTus(ctx: StorageContext, incoming: IncomingMessage, size: number) {
  const request = { headers: fieldsOf(incoming) };
  const { actor, project } = isUserToken(request)
    ? await authenticateUser(ctx, request, audienceOf(request))
    : await authenticateServerKey(ctx, request);
  const acting = { ...ctx, actor };
  noteSubject(ctx, actorSubject(actor));
  await countRequest(ctx.rateLimiter, "storage", acting);
  await requireOwnOrigin({ request, ctx: acting }, project.id);
  requireProjectGates(GATES, actor, project, { method: "POST", projectId: project.id });
  const parsed = CreateUploadInput.safeParse({ ...fieldsIn(metadataIn(incoming)), size });
  if (!parsed.success) throw invalidInput(parsed.error, CreateUploadInput, "body");
  const tusMetadata = request.headers.get("upload-metadata");
  const { upload } = await createUpload(acting, { projectId: project.id, tusMetadata, ...parsed.data });
  return upload;
}

function fieldsIn(sent: Record<string, string>): Record<string, unknown> {
  const { bucket, key, contentType, filetype, contentEncoding, sha256, ifNoneMatch } = sent;
  const type = contentType || filetype;
  return {
    // A Mac names files in another form of Unicode, and Uppy sends names as they are.
    ...{ bucket, key: key?.normalize("NFC") },
    ...(type && { contentType: type }),
    ...(contentEncoding && { contentEncoding }),
    ...(sha256 && { sha256 }),
    ...(ifNoneMatch && { ifNoneMatch }),
    metadata: Object.fromEntries(Object.entries(sent).filter(([name]) => !OWN.includes(name))),
  };
}

/** The project that a token says it is for; whether that is true is checked with its keys. */
function audienceOf(request: { headers: HeadersOf }): string {
  try {
    const { aud } = decodeJwt((request.headers.get("authorization") ?? "").replace(/^Bearer +/i, ""));
    return typeof aud === "string" ? aud : "";
  } catch (cause) {
    throw new ServiceError("unauthorized", "The token isn't valid.", { cause });
  }
}

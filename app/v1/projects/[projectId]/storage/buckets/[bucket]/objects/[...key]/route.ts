import { defineRoute } from "@/lib/http/api/define-route";
import { OF_OBJECT } from "@/lib/http/api/storage-routes";
import type { ServedRequest } from "@/lib/http/served-request";
import { ReadObjectQuery, readObject } from "@/lib/services/storage/links/read";
import { deleteObject } from "@/lib/services/storage/objects/delete";
import { ifMatchIn } from "@/lib/services/storage/objects/if-match";
import { DeletedObject, StoredObject } from "@/lib/services/storage/objects/resource";
import { PUT_BYTES, putObject } from "@/lib/services/storage/uploads/put";

export const GET = defineRoute(
  {
    ...OF_OBJECT,
    operationId: "readObject",
    summary: "Read an object",
    description: "Redirects to its bytes, at an address that works for five minutes.",
    serverKeyScope: "read",
    query: ReadObjectQuery,
    reply: { 200: StoredObject, 302: { contentType: null, description: "`Location` has the bytes." } },
    errors: ["bucket_not_found", "object_not_found"],
  },
  readObject,
);

export const PUT = defineRoute(
  {
    ...OF_OBJECT,
    operationId: "putObject",
    summary: "Store an object",
    description:
      "The body is the object, up to 6 MiB. Larger ones take POST `…/storage/uploads`. `If-None-Match: *` stores only a new one, `If-Match` replaces only the one with this ETag, and `Content-Digest` with SHA-256 is checked. Bytes in a `Content-Encoding` are kept and given back in it.",
    serverKeyScope: "read-write",
    rawBody: { contentType: "*/*", description: "The object's bytes. Their type is the request's `Content-Type`." },
    maxBytes: PUT_BYTES,
    reply: { 201: StoredObject, 200: StoredObject },
    errors: [
      ...(["bucket_not_found", "limit_reached", "type_not_allowed", "checksum_mismatch"] as const),
      ...(["precondition_failed", "object_store_unavailable"] as const),
    ],
  },
  async (ctx, input: Parameters<typeof putObject>[1]) => {
    const { object, isNew } = await putObject(ctx, input);
    return Response.json(object, { status: isNew ? 201 : 200 });
  },
);

export const DELETE = defineRoute(
  {
    ...OF_OBJECT,
    operationId: "deleteObject",
    summary: "Delete an object",
    description: "`If-Match` deletes only the one with this ETag.",
    serverKeyScope: "read-write",
    stream: true,
    reply: { 200: DeletedObject },
    errors: ["bucket_not_found", "object_not_found", "precondition_failed"],
  },
  (ctx, { request, ...input }: Parameters<typeof deleteObject>[1] & { request: ServedRequest }) =>
    deleteObject(ctx, { ...input, ifMatch: ifMatchIn(request.headers) }),
);

import { defineRoute } from "@/lib/http/api/define-route";
import { REALTIME_TABLE } from "@/lib/http/api/realtime-routes";
import { MANAGEMENT_BODY_BYTES } from "@/lib/http/definition";
import { PublishTableInput, publishTable } from "@/lib/services/realtime/changes/tables/publish";
import { RealtimeTable, UnpublishedTable } from "@/lib/services/realtime/changes/tables/resource";
import { unpublishTable } from "@/lib/services/realtime/changes/tables/unpublish";

export const PUT = defineRoute(
  {
    ...REALTIME_TABLE,
    operationId: "publishTable",
    summary: "Publish a table's changes",
    description:
      "The first table switches realtime on for the project's database. A table that is published already gets the new audience.",
    serverKeyScope: "read-write",
    body: PublishTableInput,
    maxBytes: MANAGEMENT_BODY_BYTES,
    reply: { 200: RealtimeTable },
    errors: [...REALTIME_TABLE.errors, "not_found"],
  },
  publishTable,
);

export const DELETE = defineRoute(
  {
    ...REALTIME_TABLE,
    operationId: "unpublishTable",
    summary: "Stop publishing a table's changes",
    serverKeyScope: "read-write",
    reply: { 200: UnpublishedTable },
    errors: [...REALTIME_TABLE.errors, "not_found"],
  },
  unpublishTable,
);

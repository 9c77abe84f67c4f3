import { defineRoute } from "@/lib/http/api/define-route";
import { BroadcastInput, BroadcastReply, broadcast } from "@/lib/services/realtime/sockets/broadcast";

export const POST = defineRoute(
  {
    operationId: "broadcast",
    summary: "Send messages to topics",
    description: "Up to 100 messages to the connections that listen: all of them are sent, or none.",
    tag: "realtime",
    auth: "server-key",
    serverKeyScope: "read-write",
    resource: "realtime",
    params: { projectId: "project" },
    maxBytes: 1024 ** 2,
    body: BroadcastInput,
    reply: { 200: BroadcastReply },
    errors: ["missing_permission"],
  },
  broadcast,
);

import { defineRoute } from "@/lib/http/api/define-route";
import { MANAGEMENT_BODY_BYTES } from "@/lib/http/definition";
import { SendProofInput, SentProof, sendProofByOwner } from "@/lib/sign-in/explain/send-proof";

export const POST = defineRoute(
  {
    operationId: "sendProjectUserEmail",
    summary: "Email a user a link to verify their address or choose a password",
    description: "In the language of the last email to them. The link of an earlier one stops working.",
    tag: "users",
    auth: "server-key",
    serverKeyScope: "read-write",
    resource: "users",
    params: { projectId: "project", userId: "user" },
    body: SendProofInput,
    maxBytes: MANAGEMENT_BODY_BYTES,
    reply: { 201: SentProof },
    errors: ["user_not_found", "conflict"],
  },
  sendProofByOwner,
);

import { defineRoute } from "@/lib/http/api/define-route";
import { MANAGEMENT_BODY_BYTES } from "@/lib/http/definition";
import { CreateTestTokenInput, createTestToken } from "@/lib/sign-in/test-tokens/create";
import { listTestTokens } from "@/lib/sign-in/test-tokens/list";
import { CreatedTestToken, TestTokenList } from "@/lib/sign-in/test-tokens/resource";

const shared = { tag: "sign-in", auth: "server-key", params: { projectId: "project" } } as const;

export const GET = defineRoute(
  {
    ...shared,
    operationId: "listTestTokens",
    summary: "List a project's testing tokens",
    description: "Those that can still be used, newest first; never a secret.",
    serverKeyScope: "read",
    reply: { 200: TestTokenList },
  },
  listTestTokens,
);

export const POST = defineRoute(
  {
    ...shared,
    operationId: "createTestToken",
    summary: "Make a testing token",
    description:
      "It signs in once, as a test user of the project, who is made if missing, past limits and second factor. Never as a real user.",
    serverKeyScope: "admin",
    body: CreateTestTokenInput,
    maxBytes: MANAGEMENT_BODY_BYTES,
    reply: { 201: CreatedTestToken },
    errors: ["feature_disabled", "not_a_test_user"],
  },
  createTestToken,
);

import { inProject } from "@/lib/cli/define/places";
import { CreateTestTokenInput, createTestToken } from "@/lib/sign-in/test-tokens/create";
import { listTestTokens } from "@/lib/sign-in/test-tokens/list";
import { revokeTestToken } from "@/lib/sign-in/test-tokens/revoke";

export const commands = [
  inProject.verb("create", {
    description: "Create a token for a test user, who is created if needed. It's printed only once.",
    examples: ["--email robot@example.com", "--email robot@example.com --ttl 60 --json"],
    input: CreateTestTokenInput,
    options: {
      email: "<address>  the test user's address, never a real user's",
      ttlSeconds: "--ttl <seconds>  how long it can be used, 3600 at most",
    },
    run: createTestToken,
    columns: [
      "id",
      { user: ({ userId, email }) => `${userId}  ${email}` },
      "expiresAt",
      { token: ({ token }) => `${token}  (shown only once)` },
    ],
  }),
  inProject.verb("list", {
    description: "List tokens that can still be used, newest first. Secrets aren't shown.",
    run: listTestTokens,
    columns: ["id", { user: "userId" }, "email", "createdBy", "createdAt", "expiresAt"],
  }),
  inProject.within("id", "testTokenId", "tst_4k9x2m7q1w8e5r3t6y0u").verb("revoke", {
    description: "Revoke a token before it's used.",
    run: async (ctx, address) => {
      await revokeTestToken(ctx, address);
      return { id: address.testTokenId };
    },
    print: ({ id }) => `Revoked ${id}.`,
  }),
];

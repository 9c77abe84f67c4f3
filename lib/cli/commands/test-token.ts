import { within } from "@/lib/cli/define/place";
import { inProject } from "@/lib/cli/define/places";
import { fields, table } from "@/lib/cli/define/print";
import { verb } from "@/lib/cli/define/verb";
import { CreateTestTokenInput, createTestToken } from "@/lib/sign-in/test-tokens/create";
import { listTestTokens } from "@/lib/sign-in/test-tokens/list";
import type { CreatedTestToken, TestToken } from "@/lib/sign-in/test-tokens/resource";
import { revokeTestToken } from "@/lib/sign-in/test-tokens/revoke";

export const commands = [
  verb({
    usage: "create",
    description: "Create a token for a test user, who is created if needed. It's printed only once.",
    examples: ["--email robot@example.com", "--email robot@example.com --ttl 60 --json"],
    place: inProject,
    input: CreateTestTokenInput,
    options: {
      email: { flags: "--email <address>", help: "the test user's address, never a real user's" },
      ttlSeconds: { flags: "--ttl <seconds>", help: "how long it can be used, 3600 at most" },
    },
    run: createTestToken,
    print: fields<CreatedTestToken>({
      ...{ id: "id", user: ({ userId, email }) => `${userId}  ${email}`, "expires (UTC)": "expiresAt" },
      token: ({ token }) => `${token}  (shown only once)`,
    }),
  }),
  verb({
    usage: "list",
    description: "List tokens that can still be used, newest first. Secrets aren't shown.",
    place: inProject,
    run: listTestTokens,
    print: table<TestToken>({
      ...{ id: "id", user: "userId", email: "email", "created by": "createdBy" },
      ...{ "created (UTC)": "createdAt", "expires (UTC)": "expiresAt" },
    }),
  }),
  verb({
    usage: "revoke",
    description: "Revoke a token before it's used.",
    place: within(inProject, "id", "testTokenId", "tst_4k9x2m7q1w8e5r3t6y0u"),
    run: async (ctx, address) => {
      await revokeTestToken(ctx, address);
      return { id: address.testTokenId };
    },
    print: ({ id }) => `Revoked ${id}.`,
  }),
];

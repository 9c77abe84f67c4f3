import type { Command } from "commander";
import { addVerb, argument, type CommandTree } from "@/lib/cli/subcommand";
import { formatFields, formatTable } from "@/lib/cli/table";
import { formatMoment, parseWholeNumber } from "@/lib/cli/values";
import { findProject } from "@/lib/sign-in/projects/find";
import { CreateTestTokenInput, createTestToken } from "@/lib/sign-in/test-tokens/create";
import { listTestTokens } from "@/lib/sign-in/test-tokens/list";
import type { TestToken } from "@/lib/sign-in/test-tokens/resource";
import { revokeTestToken } from "@/lib/sign-in/test-tokens/revoke";

interface ProjectOption {
  project: string;
}

interface CreateOptions extends ProjectOption {
  email: string;
  ttl?: number;
}

export function addTestTokenCommands(tree: CommandTree, noun: Command): void {
  addCreate(tree, noun);
  addVerb<ProjectOption>(tree, noun, {
    usage: "list",
    description: "List tokens that can still be used, newest first. Secrets aren't shown.",
    examples: ["coppice test-token list --project Shop"],
    options: (command) => command.requiredOption("--project <project>", "the project, by ID or exact name"),
    run: async (_args, { project }) => {
      const { items } = await tree.line.withSession(async ({ ctx }) =>
        listTestTokens(ctx, { projectId: (await findProject(ctx, project)).projectId }),
      );
      return { json: { items }, text: tableOf(items) };
    },
  });
  addVerb<ProjectOption>(tree, noun, {
    usage: "revoke <id>",
    description: "Revoke a token before it's used.",
    examples: ["coppice test-token revoke tst_4k9x2m7q1w8e5r3t6y0u --project Shop"],
    options: (command) => command.requiredOption("--project <project>", "the project, by ID or exact name"),
    run: async (args, { project }) => {
      const testTokenId = argument(args, 0);
      await tree.line.withSession(async ({ ctx }) =>
        revokeTestToken(ctx, { projectId: (await findProject(ctx, project)).projectId, testTokenId }),
      );
      return { json: { id: testTokenId }, text: `Revoked ${testTokenId}.\n` };
    },
  });
}

function addCreate(tree: CommandTree, noun: Command): void {
  addVerb<CreateOptions>(tree, noun, {
    usage: "create",
    description: "Create a token for a test user, who is created if needed. It's printed only once.",
    examples: [
      "coppice test-token create --project Shop --email robot@example.com",
      "coppice test-token create --project Shop --email robot@example.com --ttl 60 --json",
    ],
    options: (command) =>
      command
        .requiredOption("--project <project>", "the project, by ID or exact name")
        .requiredOption("--email <address>", "the test user's address, never a real user's")
        .option("--ttl <seconds>", "how long it can be used: 600 by default, 3600 at most", parseWholeNumber),
    run: async (_args, { project, email, ttl }) => {
      const input = CreateTestTokenInput.parse({ email, ttlSeconds: ttl });
      const created = await tree.line.withSession(async ({ ctx }) =>
        createTestToken(ctx, { ...input, projectId: (await findProject(ctx, project)).projectId }),
      );
      const text = formatFields([
        ["id", created.id],
        ["user", `${created.userId}  ${created.email}`],
        ["expires (UTC)", formatMoment(created.expiresAt)],
        ["token", `${created.token}  (shown only once)`],
      ]);
      return { json: created, text };
    },
  });
}

function tableOf(items: readonly TestToken[]): string {
  return formatTable(
    ["ID", "USER", "EMAIL", "CREATED BY", "CREATED (UTC)", "EXPIRES (UTC)"],
    items.map(({ id, userId, email, createdBy, createdAt, expiresAt }) => [
      id,
      userId,
      email,
      createdBy,
      formatMoment(createdAt),
      formatMoment(expiresAt),
    ]),
  );
}

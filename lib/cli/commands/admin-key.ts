import type { Command } from "commander";
import { addVerb, argument, type CommandTree } from "@/lib/cli/subcommand";
import { formatFields, formatTable } from "@/lib/cli/table";
import { formatMoment, parseExpiry } from "@/lib/cli/values";
import { CreateAdminKeyInput, type CreatedAdminKey, createAdminKey } from "@/lib/people/admin-keys/create";
import { listAdminKeys } from "@/lib/people/admin-keys/list";
import type { AdminKey } from "@/lib/people/admin-keys/resource";
import { revokeAdminKey } from "@/lib/people/admin-keys/revoke";

export function addAdminKeyCommands(tree: CommandTree, noun: Command): void {
  const { line } = tree;
  addVerb<{ name: string; expires?: string }>(tree, noun, {
    usage: "create",
    description: "Create a key. It can suspend any project. Its secret is printed only once.",
    examples: ["coppice admin-key create --name triage", "coppice admin-key create --name report --expires 90d"],
    options: (command) =>
      command
        .requiredOption("--name <name>", "a name for the key")
        .option("--expires <when>", "when it expires, such as 90d, 12w, 2027-01-31 or 2027-01-31T12:00:00Z"),
    run: async (_args, { name, expires }) => {
      const created = await line.withSession(({ ctx }) => {
        const expiresAt = parseExpiry(expires, ctx.clock.now());
        return createAdminKey(ctx, CreateAdminKeyInput.parse({ name, expiresAt }));
      });
      return { json: created, text: describeCreated(created) };
    },
  });
  addVerb(tree, noun, {
    usage: "list",
    description: "List the keys, newest first. Secrets aren't shown.",
    examples: ["coppice admin-key list"],
    run: async () => {
      const items = await line.withSession(({ ctx }) => listAdminKeys(ctx));
      return { json: { items }, text: tableOf(items) };
    },
  });
  addVerb(tree, noun, {
    usage: "revoke <key>",
    description: "Revoke a key, by ID, immediately and permanently.",
    examples: ["coppice admin-key revoke key_4k9x2m7q1w8e5r3t6y0u"],
    run: async (args) => {
      const revoked = await line.withSession(({ ctx }) => revokeAdminKey(ctx, { keyId: argument(args, 0) }));
      return { json: revoked, text: `Revoked ${revoked.name} (${revoked.id}).\n` };
    },
  });
}

function describeCreated(key: CreatedAdminKey): string {
  return formatFields([
    ["id", key.id],
    ["name", key.name],
    ["expires (UTC)", formatMoment(key.expiresAt)],
    ["secret", `${key.secret}  (shown only once)`],
  ]);
}

function tableOf(items: readonly AdminKey[]): string {
  return formatTable(
    ["ID", "NAME", "HINT", "STATUS", "EXPIRES (UTC)", "LAST USED (UTC)", "FROM"],
    items.map((key) => [
      key.id,
      key.name,
      key.hint,
      key.status,
      formatMoment(key.expiresAt),
      formatMoment(key.lastUsedAt),
      key.lastUsedAddress ?? "-",
    ]),
  );
}

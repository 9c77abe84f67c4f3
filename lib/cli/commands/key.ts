import type { Command } from "commander";
import { addVerb, argument, type CommandTree } from "@/lib/cli/subcommand";
import { formatFields, formatTable } from "@/lib/cli/table";
import { formatMoment, parseExpiry } from "@/lib/cli/values";
import type { Context } from "@/lib/core/context";
import { OperatorError } from "@/lib/core/operator-error";
import { type CreatedKey, CreateKeyInput, createKey } from "@/lib/people/api-keys/create";
import { listKeys } from "@/lib/people/api-keys/list";
import type { ManagementKey } from "@/lib/people/api-keys/resource";
import { revokeKey } from "@/lib/people/api-keys/revoke";
import { listMembers } from "@/lib/people/members/list";
import { findOrganisationId } from "@/lib/people/organisations/find";

interface CreateOptions {
  name: string;
  member: string;
  database?: string;
  readOnly?: boolean;
  expires?: string;
}

export function addKeyCommands(tree: CommandTree, noun: Command): void {
  const { line } = tree;
  addVerb<CreateOptions>(tree, noun, {
    usage: "create <org>",
    description: "Create a key for a member. It can't do more than the member. Its secret is printed only once.",
    examples: [
      "coppice key create Acme --member ada@acme.example --name deploy",
      "coppice key create Acme --member ada@acme.example --name report --read-only --expires 90d",
    ],
    options: (command) =>
      command
        .requiredOption("--member <member>", "the member it belongs to, by ID or e-mail address")
        .requiredOption("--name <name>", "a name for the key")
        .option("--database <id>", "limit it to one database")
        .option("--read-only", "limit it to reading")
        .option("--expires <when>", "when it expires, such as 90d, 12w, 2027-01-31 or 2027-01-31T12:00:00Z"),
    run: async (args, options) => {
      const created = await line.withSession(({ ctx }) => createFromOptions(ctx, argument(args, 0), options));
      return { json: created, text: describeCreated(created) };
    },
  });
  addVerb(tree, noun, {
    usage: "list <org>",
    description: "List the keys of an organisation, newest first. Secrets aren't shown.",
    examples: ["coppice key list Acme"],
    run: async (args) => {
      const items = await line.withSession(async ({ ctx }) =>
        listKeys(ctx, { organisationId: await findOrganisationId(ctx, argument(args, 0)) }),
      );
      return { json: { items }, text: tableOf(items) };
    },
  });
  addVerb(tree, noun, {
    usage: "revoke <org> <key>",
    description: "Revoke a key, by ID, immediately and permanently.",
    examples: ["coppice key revoke Acme key_4k9x2m7q1w8e5r3t6y0u"],
    run: async (args) => {
      const revoked = await line.withSession(async ({ ctx }) =>
        revokeKey(ctx, {
          organisationId: await findOrganisationId(ctx, argument(args, 0)),
          keyId: argument(args, 1),
        }),
      );
      return { json: revoked, text: `Revoked ${revoked.name} (${revoked.id}).\n` };
    },
  });
}

async function createFromOptions(ctx: Context, organisation: string, options: CreateOptions): Promise<CreatedKey> {
  const expiresAt = parseExpiry(options.expires, ctx.clock.now());
  const organisationId = await findOrganisationId(ctx, organisation);
  const wanted = options.member.trim().toLowerCase();
  const member = (await listMembers(ctx, { organisationId })).find(
    ({ id, email }) => id === wanted || email === wanted,
  );
  if (!member) throw new OperatorError(`The organisation has no member "${options.member}".`);
  const input = CreateKeyInput.parse({
    organisationId,
    memberId: member.id,
    name: options.name,
    databaseId: options.database ?? null,
    readOnly: options.readOnly ?? false,
    expiresAt,
  });
  return createKey(ctx, input);
}

function describeCreated(key: CreatedKey): string {
  return formatFields([
    ["id", key.id],
    ["name", key.name],
    ["member", key.memberEmail],
    ["scope", key.databaseId ?? "organisation"],
    ["access", key.readOnly ? "read-only" : "read-write"],
    ["expires (UTC)", formatMoment(key.expiresAt)],
    ["secret", `${key.secret}  (shown only once)`],
  ]);
}

function tableOf(items: readonly ManagementKey[]): string {
  return formatTable(
    ["ID", "NAME", "HINT", "STATUS", "MEMBER", "SCOPE", "ACCESS", "EXPIRES (UTC)", "LAST USED (UTC)", "FROM"],
    items.map((key) => [
      key.id,
      key.name,
      key.hint,
      key.status,
      key.memberEmail,
      key.databaseId ?? "organisation",
      key.readOnly ? "read-only" : "read-write",
      formatMoment(key.expiresAt),
      formatMoment(key.lastUsedAt),
      key.lastUsedAddress ?? "-",
    ]),
  );
}

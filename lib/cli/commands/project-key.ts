import { type Command, Option } from "commander";
import { addVerb, argument, type CommandTree } from "@/lib/cli/subcommand";
import { formatFields, formatTable } from "@/lib/cli/table";
import { formatMoment, parseExpiry } from "@/lib/cli/values";
import { type ProjectKeyKind, PUBLIC_KEY_SCOPES, SERVER_KEY_SCOPES } from "@/lib/core/access/project-key-scope";
import type { Context } from "@/lib/core/context";
import { CreatePublicKeyInput, createPublicKey } from "@/lib/sign-in/project-keys/create-public-key";
import { CreateServerKeyInput, createServerKey } from "@/lib/sign-in/project-keys/create-server-key";
import { listProjectKeys } from "@/lib/sign-in/project-keys/list";
import type { CreatedProjectKey, ProjectKey } from "@/lib/sign-in/project-keys/resource";
import { revokeProjectKey } from "@/lib/sign-in/project-keys/revoke";
import { findProject, type ProjectAddress } from "@/lib/sign-in/projects/find";

interface CreateOptions {
  name: string;
  scope: string;
  expires?: string;
}

/** The differences between the two families of a project's keys. */
interface KeyFamily {
  noun: string;
  kind: ProjectKeyKind;
  makes: string;
  scopes: readonly string[];
  scope: string;
  create: (
    ctx: Context,
    input: ProjectAddress & CreateOptions & { expiresAt: Date | null },
  ) => Promise<CreatedProjectKey>;
}

const PUBLIC_KEYS: KeyFamily = {
  noun: "auth-key",
  kind: "public",
  makes: "Create a public key, which is safe to use in a browser.",
  scopes: PUBLIC_KEY_SCOPES,
  scope: "read-write",
  create: (ctx, input) => createPublicKey(ctx, CreatePublicKeyInput.parse(input)),
};

const SERVER_KEYS: KeyFamily = {
  noun: "server-key",
  kind: "server",
  makes: "Create a server key. The scope admin can also create testing tokens.",
  scopes: SERVER_KEY_SCOPES,
  scope: "read-write",
  create: (ctx, input) => createServerKey(ctx, CreateServerKeyInput.parse(input)),
};

export function addPublicKeyCommands(tree: CommandTree, noun: Command): void {
  addFamily(tree, noun, PUBLIC_KEYS);
}

export function addServerKeyCommands(tree: CommandTree, noun: Command): void {
  addFamily(tree, noun, SERVER_KEYS);
}

function addFamily(tree: CommandTree, noun: Command, family: KeyFamily): void {
  addCreate(tree, noun, family);
  addVerb(tree, noun, {
    usage: "list <project>",
    description: "List keys, newest first. Secrets aren't shown.",
    examples: [`coppice ${family.noun} list Shop`],
    run: async (args) => {
      const items = await tree.line.withSession(async ({ ctx }) =>
        listProjectKeys(ctx, { ...(await findProject(ctx, argument(args, 0))), kind: family.kind }),
      );
      return { json: { items }, text: tableOf(items) };
    },
  });
  addVerb(tree, noun, {
    usage: "revoke <project> <key>",
    description: "Revoke a key, by ID, immediately and permanently.",
    examples: [`coppice ${family.noun} revoke Shop key_4k9x2m7q1w8e5r3t6y0u`],
    run: async (args) => {
      const revoked = await tree.line.withSession(async ({ ctx }) => {
        const address = await findProject(ctx, argument(args, 0));
        return revokeProjectKey(ctx, { ...address, kind: family.kind, keyId: argument(args, 1) });
      });
      return { json: revoked, text: `Revoked ${revoked.name} (${revoked.id}).\n` };
    },
  });
}

function addCreate(tree: CommandTree, noun: Command, family: KeyFamily): void {
  addVerb<CreateOptions>(tree, noun, {
    usage: "create <project>",
    description: `${family.makes} Its secret is printed only once.`,
    examples: [
      `coppice ${family.noun} create Shop --name web`,
      `coppice ${family.noun} create Shop --name report --scope read --expires 90d`,
    ],
    options: (command) =>
      command
        .requiredOption("--name <name>", "a name for the key")
        .addOption(new Option("--scope <scope>", "the key's permissions").choices(family.scopes).default(family.scope))
        .option("--expires <when>", "when it expires, such as 90d, 12w, 2027-01-31 or 2027-01-31T12:00:00Z"),
    run: async (args, options) => {
      const created = await tree.line.withSession(async ({ ctx }) => {
        const expiresAt = parseExpiry(options.expires, ctx.clock.now());
        return family.create(ctx, { ...(await findProject(ctx, argument(args, 0))), ...options, expiresAt });
      });
      return { json: created, text: describeCreated(created) };
    },
  });
}

function describeCreated(key: CreatedProjectKey): string {
  return formatFields([
    ["id", key.id],
    ["name", key.name],
    ["project", key.projectId],
    ["scope", key.scope],
    ["expires (UTC)", formatMoment(key.expiresAt)],
    ["secret", `${key.secret}  (shown only once)`],
  ]);
}

function tableOf(items: readonly ProjectKey[]): string {
  return formatTable(
    ["ID", "NAME", "HINT", "STATUS", "SCOPE", "CREATED BY", "EXPIRES (UTC)", "LAST USED (UTC)", "FROM"],
    items.map((key) => [
      key.id,
      key.name,
      key.hint,
      key.status,
      key.scope,
      key.createdBy,
      formatMoment(key.expiresAt),
      formatMoment(key.lastUsedAt),
      key.lastUsedAddress ?? "-",
    ]),
  );
}

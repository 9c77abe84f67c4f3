import type { Command } from "commander";
import { type CommandResult, UsageError } from "@/lib/cli/command-line";
import { addVerb, argument, type CommandTree } from "@/lib/cli/subcommand";
import { formatFields, formatTable } from "@/lib/cli/table";
import { formatMoment } from "@/lib/cli/values";
import type { ServiceContext } from "@/lib/runtime";
import { findProject } from "@/lib/sign-in/projects/find";
import { listScimRefusals } from "@/lib/sign-in/scim/refusals/list";
import type { ScimRoles } from "@/lib/sign-in/scim/roles/resource";
import { SetScimRolesInput, setScimRoles } from "@/lib/sign-in/scim/roles/set";
import { showScimRoles } from "@/lib/sign-in/scim/roles/show";
import { createScimToken } from "@/lib/sign-in/scim/tokens/create";
import { listScimTokens } from "@/lib/sign-in/scim/tokens/list";
import type { CreatedScimToken } from "@/lib/sign-in/scim/tokens/resource";
import { revokeScimToken } from "@/lib/sign-in/scim/tokens/revoke";
import { RotateScimTokenInput, rotateScimToken } from "@/lib/sign-in/scim/tokens/rotate";
import type { ConnectionAddress } from "@/lib/sign-in/sso/connections/address";

type Options = { project: string; keepSeconds?: string; organization?: string; role?: string[] };

interface ScimVerb {
  usage: string;
  description: string;
  /** The arguments that follow the connection in an example. */
  example?: string;
  options?: (command: Command) => Command;
  run(
    ctx: ServiceContext,
    address: ConnectionAddress,
    args: readonly string[],
    options: Options,
  ): Promise<CommandResult>;
}

/** Adds the commands for the directories of connections (SCIM). */
export function addScimCommands(tree: CommandTree, noun: Command): void {
  for (const verb of VERBS) {
    const name = verb.usage.split(" ", 1)[0] ?? "";
    const example = `coppice sso ${name} sso_4k9x2m7q1w8e5r3t6y0u ${verb.example ?? ""}`.trimEnd();
    addVerb<Options>(tree, noun, {
      usage: verb.usage,
      description: verb.description,
      examples: [`${example} --project Shop`],
      options: (command) => {
        const withProject = command.requiredOption("--project <project>", "the project");
        return verb.options?.(withProject) ?? withProject;
      },
      run: (args, options) =>
        tree.line.withSession(async ({ ctx }) => {
          const { projectId } = await findProject(ctx, options.project);
          return verb.run(ctx, { projectId, connectionId: argument(args, 0) }, args, options);
        }),
    });
  }
}

const TOKEN = "sct_4k9x2m7q1w8e5r3t6y0u";

const VERBS: ScimVerb[] = [
  {
    usage: "scim-tokens <connection>",
    description: "List the SCIM tokens of a connection, newest first.",
    run: async (ctx, address) => {
      const list = await listScimTokens(ctx, address);
      const rows = list.items.map(({ id, hint, status, createdAt, lastUsedAt }) => {
        return [id, hint, status, formatMoment(createdAt), lastUsedAt === null ? "never" : formatMoment(lastUsedAt)];
      });
      return { json: list, text: formatTable(["id", "token", "state", "created (UTC)", "last used (UTC)"], rows) };
    },
  },
  {
    usage: "create-scim-token <connection>",
    description: "Create a token by which a company's directory provisions users.",
    run: async (ctx, address) => told(await createScimToken(ctx, address)),
  },
  {
    usage: "rotate-scim-token <connection> <token>",
    description: "Create a token in the place of another, which stays valid for a while.",
    example: TOKEN,
    options: (command) =>
      command.option("--keep-seconds <seconds>", "how long the old one stays valid; a day without it"),
    run: async (ctx, address, args, { keepSeconds }) => {
      const given = keepSeconds === undefined ? {} : { keepSeconds: Number(keepSeconds) };
      const input = RotateScimTokenInput.parse(given);
      return told(await rotateScimToken(ctx, { ...address, ...input, tokenId: argument(args, 1) }));
    },
  },
  {
    usage: "revoke-scim-token <connection> <token>",
    description: "Revoke a SCIM token at once and for good.",
    example: TOKEN,
    run: async (ctx, address, args) => {
      const token = await revokeScimToken(ctx, { ...address, tokenId: argument(args, 1) });
      return { json: token, text: `Revoked ${token.hint}.\n` };
    },
  },
  {
    usage: "scim-refusals <connection>",
    description: "List the newest requests of a directory that were refused, and why.",
    run: async (ctx, address) => {
      const list = await listScimRefusals(ctx, address);
      const rows = list.items.map(({ createdAt, operation, code, message }) => {
        return [formatMoment(createdAt), operation, code, message];
      });
      return { json: list, text: formatTable(["at (UTC)", "operation", "code", "reason"], rows) };
    },
  },
  {
    usage: "scim-roles <connection>",
    description: "Show which groups of a directory have which role.",
    run: async (ctx, address) => toldRoles(await showScimRoles(ctx, address)),
  },
  {
    usage: "set-scim-roles <connection>",
    description: "Give groups of a directory roles in an organisation of users. Without --organization, none has any.",
    options: (command) =>
      command
        .option("--organization <id>", "the organisation of users")
        .option("--role <group=role...>", "a group and its role: admin or member"),
    run: async (ctx, address, _args, { organization, role = [] }) => {
      const input = SetScimRolesInput.parse({ organizationId: organization ?? null, roles: role.map(readRole) });
      return toldRoles(await setScimRoles(ctx, { ...address, ...input }));
    },
  },
];

function readRole(text: string): { group: string; role: string } {
  const at = text.lastIndexOf("=");
  if (at < 1) throw new UsageError(`Write a group and its role as group=admin or group=member, not ${text}.`);
  return { group: text.slice(0, at), role: text.slice(at + 1) };
}

function told(token: CreatedScimToken): CommandResult {
  const { id, baseUrl, secret } = token;
  const text = formatFields([
    ["id", id],
    ["base URL", baseUrl],
    ["token", secret],
  ]);
  return { json: token, text: `${text}The token is shown only now.\n` };
}

function toldRoles(roles: ScimRoles): CommandResult {
  const text = formatFields([
    ["organisation", roles.organizationId ?? "none"],
    ...roles.roles.map(({ group, role }): [string, string] => [group, role]),
  ]);
  return { json: roles, text };
}

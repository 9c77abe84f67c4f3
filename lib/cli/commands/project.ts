import type { Command } from "commander";
import { UsageError } from "@/lib/cli/command-line";
import { addVerb, argument, type CommandTree } from "@/lib/cli/subcommand";
import { formatFields, formatTable } from "@/lib/cli/table";
import { formatMoment } from "@/lib/cli/values";
import { withTransaction } from "@/lib/core/db/transaction";
import { findOrganisationId } from "@/lib/people/organisations/find";
import { isOriginOf } from "@/lib/sign-in/passkeys/relying-party";
import { CreateProjectInput, createProject } from "@/lib/sign-in/projects/create";
import { findProject } from "@/lib/sign-in/projects/find";
import { listProjects } from "@/lib/sign-in/projects/list";
import { listDeletedProjects } from "@/lib/sign-in/projects/list-deleted";
import { RenameProjectInput, renameProject } from "@/lib/sign-in/projects/rename";
import type { Project, ProjectDetails, ProjectStatus } from "@/lib/sign-in/projects/resource";
import { setProjectStatus } from "@/lib/sign-in/projects/set-status";
import { showProject } from "@/lib/sign-in/projects/show";
import { updateSettings } from "@/lib/sign-in/projects/update-settings";
import { addProjectDatabaseCommand } from "./project-database";
import { addDeletionCommands, deletedTableOf } from "./project-deletion";
import { addDraftCommands } from "./project-drafts";
import { addLogoCommands } from "./project-logo";
import { addLogsCommand } from "./project-logs";
import { addMailTemplateCommands } from "./project-mail-template";
import { listSettings, parseSettings } from "./project-settings";
import { addSignInsCommand } from "./project-sign-ins";
import { addSnippetsCommand } from "./project-snippets";
import { addUsageCommand } from "./project-usage";
import { addWebhookCommands } from "./project-webhooks";

export function addProjectCommands(tree: CommandTree, noun: Command): void {
  addCreate(tree, noun);
  addList(tree, noun);
  addVerb(tree, noun, {
    usage: "show <project>",
    description: "Show a project and all its settings, including defaults.",
    examples: ["coppice project show Shop", "coppice project show Shop --json"],
    run: async (args) => {
      const details = await tree.line.withSession(async ({ ctx }) =>
        showProject(ctx, await findProject(ctx, argument(args, 0))),
      );
      return { json: details, text: describeDetails(details) };
    },
  });
  addSet(tree, noun);
  addSignInsCommand(tree, noun);
  addUsageCommand(tree, noun);
  addLogsCommand(tree, noun);
  addProjectDatabaseCommand(tree, noun);
  addDraftCommands(tree, noun);
  addSnippetsCommand(tree, noun);
  addLogoCommands(tree, noun);
  addMailTemplateCommands(tree, noun);
  addWebhookCommands(tree, noun);
  addDeletionCommands(tree, noun);
  addStatus(
    tree,
    noun,
    "suspend",
    "suspended",
    "Suspend a project: it can be read but not changed, and no one can sign in.",
  );
  addStatus(tree, noun, "unsuspend", "active", "Lift a suspension or a ban.");
}

function addCreate(tree: CommandTree, noun: Command): void {
  addVerb<{ origin?: string[] }>(tree, noun, {
    usage: "create <org> <name>",
    description: "Create a project. Its name must be unique in the organisation.",
    examples: [
      "coppice project create Acme Shop --origin https://shop.example.com",
      "coppice project create Acme Staging --origin http://localhost:5173 https://staging.example.com",
    ],
    options: (command) => command.option("--origin <origin...>", "where its app runs: its allowed origins"),
    run: async (args, { origin = [] }) => {
      const { name } = CreateProjectInput.pick({ name: true }).parse({ name: argument(args, 1) });
      const created = await tree.line.withSession(async ({ ctx }) => {
        const organisationId = await findOrganisationId(ctx, argument(args, 0));
        return createProject(ctx, { organisationId, name, settings: { allowedOrigins: origin } });
      });
      return { json: created, text: describeProject(created) };
    },
  });
}

function addList(tree: CommandTree, noun: Command): void {
  addVerb<{ deleted?: true }>(tree, noun, {
    usage: "list <org>",
    description: "List the projects of an organisation.",
    examples: ["coppice project list Acme", "coppice project list Acme --deleted"],
    options: (command) => command.option("--deleted", "those that were deleted and can be restored"),
    run: async (args, { deleted = false }) =>
      tree.line.withSession(async ({ ctx }) => {
        const organisationId = await findOrganisationId(ctx, argument(args, 0));
        if (deleted) {
          const items = await listDeletedProjects(ctx, { organisationId });
          return { json: { items }, text: deletedTableOf(items) };
        }
        const items = await listProjects(ctx, { organisationId });
        return { json: { items }, text: tableOf(items) };
      }),
  });
}

function addSet(tree: CommandTree, noun: Command): void {
  addVerb<{ name?: string }>(tree, noun, {
    usage: "set <project> [settings...]",
    description:
      "Change settings, each written path=value as `project show` prints them. A value is JSON or text. Either all changes are applied, or none.",
    examples: [
      "coppice project set Shop password.minLength=12 methods.signUp=false",
      `coppice project set Shop 'allowedOrigins=["https://shop.example.com"]'`,
      "coppice project set Shop --name Store",
    ],
    options: (command) => command.option("--name <name>", "a new name"),
    run: async (args, options) => {
      const settings = parseSettings(args.slice(1));
      const { name } = RenameProjectInput.pick({ name: true }).partial().parse({ name: options.name });
      if (settings === null && name === undefined) throw new UsageError("Name a setting, or --name.");
      const changed = await tree.line.withSession(async ({ ctx }) => {
        const address = await findProject(ctx, argument(args, 0));
        return withTransaction(ctx, async (tx) => {
          if (name !== undefined) await renameProject(tx, { ...address, name });
          return updateSettings(tx, { ...address, settings: settings ?? {} });
        });
      });
      return { json: changed, text: describeDetails(changed) + passkeyWarning(changed) };
    },
  });
}

/**
 * Returns a warning for settings that are saved although passkeys do not work with them yet: the origins may follow.
 */
function passkeyWarning({ settings }: ProjectDetails): string {
  const { rpId } = settings.passkeys;
  if (rpId === null || settings.allowedOrigins.some((origin) => isOriginOf(origin, rpId))) return "";
  return `\nPasskeys don't work yet: no allowed origin is https://${rpId} or a subdomain of it.\n`;
}

function addStatus(tree: CommandTree, noun: Command, verb: string, status: ProjectStatus, description: string): void {
  const takesReason = status === "suspended";
  addVerb<{ reason?: string }>(tree, noun, {
    usage: `${verb} <project>`,
    description,
    examples: [`coppice project ${verb} Shop${takesReason ? ' --reason "Sends spam."' : ""}`],
    options: (command) =>
      takesReason ? command.option("--reason <text>", "why, which the dashboard shows to its organisation") : command,
    run: async (args, { reason }) => {
      const project = await tree.line.withSession(async ({ ctx }) => {
        const { projectId } = await findProject(ctx, argument(args, 0));
        return setProjectStatus(ctx, { projectId, status, reason });
      });
      return { json: project, text: `${project.name} is ${project.status}.\n` };
    },
  });
}

function fieldsOf(project: Project): [string, string][] {
  return [
    ["id", project.id],
    ["name", project.name],
    ["organisation", project.organisationId],
    ["status", project.status],
    ["created (UTC)", formatMoment(project.createdAt)],
  ];
}

function describeProject(project: Project): string {
  return formatFields(fieldsOf(project));
}

function describeDetails(details: ProjectDetails): string {
  return formatFields([...fieldsOf(details), ...listSettings(details.settings)]);
}

function tableOf(items: readonly Project[]): string {
  return formatTable(
    ["ID", "NAME", "STATUS", "CREATED (UTC)"],
    items.map((project) => [project.id, project.name, project.status, formatMoment(project.createdAt)]),
  );
}

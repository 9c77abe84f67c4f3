import { z } from "zod";
import { UsageError } from "@/lib/cli/command-line";
import { organisation, project } from "@/lib/cli/define/places";
import { type Columns, table } from "@/lib/cli/define/print";
import { withTransaction } from "@/lib/core/db/transaction";
import { isOriginOf } from "@/lib/sign-in/passkeys/relying-party";
import { CreateProjectInput, createProject } from "@/lib/sign-in/projects/create";
import { listProjects } from "@/lib/sign-in/projects/list";
import { listDeletedProjects } from "@/lib/sign-in/projects/list-deleted";
import { renameProject } from "@/lib/sign-in/projects/rename";
import type { DeletedProject, Project, ProjectDetails } from "@/lib/sign-in/projects/resource";
import { setProjectStatus } from "@/lib/sign-in/projects/set-status";
import { showProject } from "@/lib/sign-in/projects/show";
import { updateSettings } from "@/lib/sign-in/projects/update-settings";
import { logoCommands, mailTemplates } from "./project-brand";
import { deletionCommands } from "./project-deletion";
import { draftCommands } from "./project-drafts";
import { logsCommand } from "./project-logs";
import { serviceCommands } from "./project-services";
import { listSettings, parseSettings } from "./project-settings";
import { snippetsCommand } from "./project-snippets";
import { webhooks } from "./project-webhooks";

const COLUMNS: Columns<Project> = ["id", "name", { organisation: "organisationId" }, "status", "createdAt"];
const details = { columns: COLUMNS, lines: ({ settings }: ProjectDetails) => listSettings(settings) };
const printProjects = table<Project>(["id", "name", "status", "createdAt"]);
const printDeleted = table<DeletedProject>([
  "id",
  "name",
  "deletedAt",
  { "can be restored until (UTC)": "restorableUntil" },
]);

const main = [
  organisation.verb("create <name>", {
    description: "Create a project. Its name must be unique in the organisation.",
    examples: [
      "Shop --origin https://shop.example.com",
      "Staging --origin http://localhost:5173 https://staging.example.com",
    ],
    input: CreateProjectInput.pick({ name: true }).extend({ origin: z.array(z.string()).default([]) }),
    options: { origin: "where its app runs: its allowed origins" },
    run: (ctx, { origin, ...input }) => createProject(ctx, { ...input, settings: { allowedOrigins: origin } }),
    columns: COLUMNS,
  }),
  organisation.verb("list", {
    description: "List the projects of an organisation.",
    examples: ["", "--deleted"],
    input: z.object({ deleted: z.boolean() }),
    options: { deleted: "those that were deleted and can be restored" },
    run: async (ctx, { deleted, ...at }): Promise<Project[] | DeletedProject[]> =>
      deleted ? listDeletedProjects(ctx, at) : listProjects(ctx, at),
    print: (items, { deleted }) =>
      deleted ? printDeleted(items as DeletedProject[]) : printProjects(items as Project[]),
  }),
  project.verb("show", {
    description: "Show a project and all its settings, including defaults.",
    examples: ["", "--json"],
    run: showProject,
    ...details,
  }),
  project.verb("set [settings...]", {
    description:
      "Change settings, each written path=value as `project show` prints them. A value is JSON or text. Either all changes are applied, or none.",
    examples: [
      "password.minLength=12 methods.signUp=false",
      `'allowedOrigins=["https://shop.example.com"]'`,
      "--name Store",
    ],
    input: CreateProjectInput.pick({ name: true }).partial(),
    options: { name: "a new name" },
    read: ({ name, settings: assignments }) => {
      const settings = parseSettings(assignments);
      if (settings === null && name === undefined) throw new UsageError("Name a setting, or --name.");
      return { name, settings: settings ?? {} };
    },
    run: (ctx, { name, settings, ...address }) =>
      withTransaction(ctx, async (tx) => {
        if (name !== undefined) await renameProject(tx, { ...address, name });
        return updateSettings(tx, { ...address, settings });
      }),
    ...details,
    print: passkeyWarning,
  }),
];

/** Returns a warning for settings that are saved although passkeys do not work with them yet: the origins may follow. */
function passkeyWarning({ settings }: ProjectDetails): string {
  const { rpId } = settings.passkeys;
  if (rpId === null || settings.allowedOrigins.some((origin) => isOriginOf(origin, rpId))) return "";
  return `\nPasskeys don't work yet: no allowed origin is https://${rpId} or a subdomain of it.\n`;
}

const printStatus = ({ name, status }: Project) => `${name} is ${status}.`;

const suspension = [
  project.verb("suspend", {
    description: "Suspend a project: it can be read but not changed, and no one can sign in.",
    examples: ['--reason "Sends spam."'],
    input: z.object({ reason: z.string().optional() }),
    options: { reason: "<text>  why, which the dashboard shows to its organisation" },
    run: (ctx, { projectId, reason }) => setProjectStatus(ctx, { projectId, status: "suspended", reason }),
    print: printStatus,
  }),
  project.verb("unsuspend", {
    description: "Lift a suspension or a ban.",
    run: (ctx, { projectId }) => setProjectStatus(ctx, { projectId, status: "active" }),
    print: printStatus,
  }),
];

export const commands = [
  ...[...main, ...serviceCommands, logsCommand, ...draftCommands, snippetsCommand],
  ...[...logoCommands, mailTemplates, webhooks, ...deletionCommands, ...suspension],
];

import type { Command } from "commander";
import { addVerb, argument, type CommandTree } from "@/lib/cli/subcommand";
import { formatTable } from "@/lib/cli/table";
import { listRealtimeTables } from "@/lib/services/realtime/changes/tables/list";
import { PublishTableInput, publishTable } from "@/lib/services/realtime/changes/tables/publish";
import type { RealtimeTable } from "@/lib/services/realtime/changes/tables/resource";
import { unpublishTable } from "@/lib/services/realtime/changes/tables/unpublish";
import { findProject } from "@/lib/sign-in/projects/find";
import { type ProjectOption, withProject } from "./bucket";

/** Adds the commands for the tables whose changes users of a project's app are told. */
export function addRealtimeCommands(tree: CommandTree, noun: Command): void {
  addTables(tree, noun);
  addVerb<ProjectOption & { to: string }>(tree, noun, {
    usage: "publish <table>",
    description: "Publish a table's changes to an audience, or change the audience.",
    examples: ["coppice realtime publish todos --project Shop --to owner:author_id"],
    options: (command) =>
      withProject(command).requiredOption("--to <audience>", "signed-in, anyone, rls or owner:<column>"),
    run: (args, { project, to }) =>
      tree.line.withSession(async ({ ctx }) => {
        const { projectId } = await findProject(ctx, project);
        const input = PublishTableInput.parse({ audience: to });
        const published = await publishTable(ctx, { ...input, projectId, table: argument(args, 0) });
        const text = `Published the changes of ${published.table} to ${published.audience}.\n`;
        return { json: published, text: text + warningOf(published) };
      }),
  });
  addVerb<ProjectOption>(tree, noun, {
    usage: "unpublish <table>",
    description: "Stop publishing a table's changes. Subscriptions to it end.",
    examples: ["coppice realtime unpublish todos --project Shop"],
    options: withProject,
    run: (args, { project }) =>
      tree.line.withSession(async ({ ctx }) => {
        const { projectId } = await findProject(ctx, project);
        const ended = await unpublishTable(ctx, { projectId, table: argument(args, 0) });
        return { json: ended, text: `Stopped publishing the changes of ${ended.table}.\n` };
      }),
  });
}

function warningOf({ table, unjudgeable }: RealtimeTable): string {
  if (unjudgeable.length === 0) return "";
  return `Subscribers of ${table} get gaps instead of changes: policies use the virtual generated columns ${unjudgeable.join(", ")}.\n`;
}

function addTables(tree: CommandTree, noun: Command): void {
  addVerb<ProjectOption>(tree, noun, {
    usage: "tables",
    description: "List the tables whose changes are published, by name.",
    examples: ["coppice realtime tables --project Shop"],
    options: withProject,
    run: (_args, { project }) =>
      tree.line.withSession(async ({ ctx }) => {
        const page = await listRealtimeTables(ctx, await findProject(ctx, project));
        const rows = page.items.map(({ table, audience, recorded }) => [table, audience, recorded ? "yes" : "no"]);
        const warnings = page.items.map(warningOf).join("");
        return { json: page, text: formatTable(["table", "audience", "recorded"], rows) + warnings };
      }),
  });
}

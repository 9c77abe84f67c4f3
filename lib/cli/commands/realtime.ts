import { within } from "@/lib/cli/define/place";
import { inProject } from "@/lib/cli/define/places";
import { table } from "@/lib/cli/define/print";
import { verb } from "@/lib/cli/define/verb";
import { listRealtimeTables } from "@/lib/services/realtime/changes/tables/list";
import { PublishTableInput, publishTable } from "@/lib/services/realtime/changes/tables/publish";
import type { RealtimeTable } from "@/lib/services/realtime/changes/tables/resource";
import { unpublishTable } from "@/lib/services/realtime/changes/tables/unpublish";

const published = within(inProject, "table", "table", "todos");
const printTables = table<RealtimeTable>({ table: "table", audience: "audience", recorded: "recorded" });

/** The commands for the tables whose changes users of a project's app are told. */
export const commands = [
  verb({
    usage: "tables",
    description: "List the tables whose changes are published, by name.",
    place: inProject,
    run: listRealtimeTables,
    print: (page) => printTables(page) + page.items.map(warningOf).join(""),
  }),
  verb({
    usage: "publish",
    description: "Publish a table's changes to an audience, or change the audience.",
    examples: ["--to owner:author_id"],
    place: published,
    input: PublishTableInput,
    options: { audience: { flags: "--to <audience>", help: "signed-in, anyone, rls or owner:<column>" } },
    run: publishTable,
    print: (it) => `Published the changes of ${it.table} to ${it.audience}.\n${warningOf(it)}`,
  }),
  verb({
    usage: "unpublish",
    description: "Stop publishing a table's changes. Subscriptions to it end.",
    place: published,
    run: unpublishTable,
    print: ({ table }) => `Stopped publishing the changes of ${table}.`,
  }),
];

function warningOf({ table, unjudgeable }: RealtimeTable): string {
  if (unjudgeable.length === 0) return "";
  return `Subscribers of ${table} get gaps instead of changes: policies use the virtual generated columns ${unjudgeable.join(", ")}.\n`;
}

import { inProject } from "@/lib/cli/define/places";
import { listRealtimeTables } from "@/lib/services/realtime/changes/tables/list";
import { PublishTableInput, publishTable } from "@/lib/services/realtime/changes/tables/publish";
import type { RealtimeTable } from "@/lib/services/realtime/changes/tables/resource";
import { unpublishTable } from "@/lib/services/realtime/changes/tables/unpublish";

const published = inProject.within("table", "table", "todos");

/** The commands for the tables whose changes users of a project's app are told. */
export const commands = [
  inProject.verb("tables", {
    description: "List the tables whose changes are published, by name.",
    run: listRealtimeTables,
    columns: ["table", "audience", "recorded"],
    print: ({ items }) => items.map(warningOf).join(""),
  }),
  published.verb("publish", {
    description: "Publish a table's changes to an audience, or change the audience.",
    examples: ["--to owner:author_id"],
    input: PublishTableInput,
    options: { audience: "--to <audience>  signed-in, anyone, rls or owner:<column>" },
    run: publishTable,
    print: (it) => `Published the changes of ${it.table} to ${it.audience}.\n${warningOf(it)}`,
  }),
  published.verb("unpublish", {
    description: "Stop publishing a table's changes. Subscriptions to it end.",
    run: unpublishTable,
    print: ({ table }) => `Stopped publishing the changes of ${table}.`,
  }),
];

function warningOf({ table, unjudgeable }: RealtimeTable): string {
  if (unjudgeable.length === 0) return "";
  return `Subscribers of ${table} get gaps instead of changes: policies use the virtual generated columns ${unjudgeable.join(", ")}.\n`;
}

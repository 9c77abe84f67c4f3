import { LinkAnchor } from "@/components/ui/link";
import { Moment } from "@/components/ui/moment";
import { byteText } from "@/lib/core/byte-text";
import type { DatabaseWithParent } from "@/lib/hosting/databases/resource";
import type { DatabaseContents } from "@/lib/sql/tables/resource";
import { FactsSection } from "./facts-section";

interface Props {
  organisationId: string;
  database: DatabaseWithParent;
  /** The facts that the database gives about itself; `null` while it doesn't answer. */
  contents: DatabaseContents | null;
}

/** The facts about a database as a whole. */
export function Facts({ organisationId, database, contents }: Props) {
  const { id, hostKind, createdAt, parent, parentName } = database;
  const branchOf = parent ? (
    <LinkAnchor href={`/dashboard/${organisationId}/databases/${parent.id}`} inherit>
      {parent.name}
    </LinkAnchor>
  ) : (
    `${parentName} (deleted)`
  );
  return (
    <FactsSection
      id={id}
      facts={{
        "Branch of": parentName === null ? null : branchOf,
        Created: <Moment at={createdAt} />,
        Host: hostKind === "shared" ? "Shared" : "Dedicated",
        ...(contents && {
          PostgreSQL: contents.version,
          Size: byteText(contents.sizeBytes),
          Tables: contents.tables.toLocaleString("en"),
          Extensions: contents.extensions.join(", ") || "No extensions installed",
        }),
      }}
    />
  );
}

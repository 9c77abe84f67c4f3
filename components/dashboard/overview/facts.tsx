import { LinkAnchor } from "@/components/ui/link";
import { Moment } from "@/components/ui/moment";
import { byteText } from "@/lib/core/byte-text";
import type { DatabaseWithParent } from "@/lib/hosting/databases/resource";
import type { DatabaseContents } from "@/lib/sql/tables/resource";
import { CopyId } from "./copy-id";
import classes from "./overview.module.css";

interface Props {
  organisationId: string;
  database: DatabaseWithParent;
  /** The facts that the database gives about itself; `null` while it doesn't answer. */
  contents: DatabaseContents | null;
}

/** The facts about a database as a whole. */
export function Facts({ organisationId, database, contents }: Props) {
  const { id, hostKind, createdAt, parent, parentName } = database;
  return (
    <section aria-labelledby="facts">
      <div className={classes.heading}>
        <h2 id="facts">Facts</h2>
      </div>
      <dl className={classes.facts}>
        <dt>ID</dt>
        <dd className={classes.id}>
          <code>{id}</code>
          <CopyId text={id} />
        </dd>
        {parentName !== null && (
          <>
            <dt>Branch of</dt>
            <dd>
              {parent ? (
                <LinkAnchor href={`/dashboard/${organisationId}/databases/${parent.id}`} inherit>
                  {parent.name}
                </LinkAnchor>
              ) : (
                `${parentName} (deleted)`
              )}
            </dd>
          </>
        )}
        <dt>Created</dt>
        <dd>
          <Moment at={createdAt} />
        </dd>
        <dt>Host</dt>
        <dd>{hostKind === "shared" ? "Shared" : "Dedicated"}</dd>
        {contents && (
          <>
            <dt>PostgreSQL</dt>
            <dd>{contents.version}</dd>
            <dt>Size</dt>
            <dd>{byteText(contents.sizeBytes)}</dd>
            <dt>Tables</dt>
            <dd>{contents.tables.toLocaleString("en")}</dd>
            <dt>Extensions</dt>
            <dd>{contents.extensions.length > 0 ? contents.extensions.join(", ") : "No extensions installed"}</dd>
          </>
        )}
      </dl>
    </section>
  );
}

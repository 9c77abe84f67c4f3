import { LinkAnchor } from "@/components/ui/link";
import { Moment } from "@/components/ui/moment";
import type { DatabaseWithParent } from "@/lib/hosting/databases/resource";
import classes from "./database-facts.module.css";

interface Props {
  organisationId: string;
  database: DatabaseWithParent;
}

/** What never changes about a database, in one line. */
export function DatabaseFacts({ organisationId, database }: Props) {
  const { id, hostKind, createdAt, parent, parentName } = database;
  return (
    <dl className={classes.facts}>
      <div>
        <dt>ID</dt>
        <dd>
          <code>{id}</code>
        </dd>
      </div>
      <div>
        <dt>Created</dt>
        <dd>
          <Moment at={createdAt} />
        </dd>
      </div>
      <div>
        <dt>Host</dt>
        <dd>{hostKind}</dd>
      </div>
      {parentName !== null && (
        <div>
          <dt>Branch of</dt>
          <dd>
            {parent ? (
              <LinkAnchor href={`/dashboard/${organisationId}/databases/${parent.id}`} inherit>
                {parent.name}
              </LinkAnchor>
            ) : (
              `${parentName}, which was deleted`
            )}
          </dd>
        </div>
      )}
    </dl>
  );
}

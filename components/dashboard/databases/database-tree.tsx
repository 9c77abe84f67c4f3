import { IconGitBranch } from "@tabler/icons-react";
import { Listing } from "@/components/ui/listing";
import { Moment } from "@/components/ui/moment";
import { PageLink } from "@/components/ui/page-link";
import { PendingLink } from "@/components/ui/pending-link";
import { Person } from "@/components/ui/person";
import rowName from "@/components/ui/row-name.module.css";
import { StatusWord } from "@/components/ui/status-word";
import { TimedText } from "@/components/ui/timed-text";
import { byteText } from "@/lib/core/byte-text";
import type { ListedDatabase } from "@/lib/hosting/databases/resource";
import { DatabaseMenu } from "./database-menu";
import classes from "./database-tree.module.css";
import { LivePage } from "./live-page";
import { asTree } from "./tree";

interface Props {
  organisationId: string;
  databases: readonly ListedDatabase[];
  /** The noun of the listed things. */
  label?: string;
}

const COLUMNS = [
  "Name",
  { name: "Size", isFigure: true },
  { name: "Connections", isFigure: true },
  "Last active",
  "Created by",
] as const;

/** A table of databases, each with its branches below it. The list is brought up to date while the page is open. */
export function DatabaseTree({ organisationId, databases, label = "Databases" }: Props) {
  const listed = new Set(databases.map(({ id }) => id));
  return (
    <>
      <LivePage isChanging={databases.some(({ status }) => status === "provisioning")} />
      <Listing label={label} minWidth={640} columns={COLUMNS} stacks>
        {asTree(databases).map(({ item, depth }) => (
          <tr key={item.id}>
            <th scope="row">
              <div
                className={`${rowName.name} ${classes.name}`}
                style={depth > 0 ? { paddingInlineStart: depth * 20 } : undefined}
              >
                {item.parentName !== null && <IconGitBranch size={16} aria-hidden />}
                <PageLink href={`/dashboard/${organisationId}/databases/${item.id}`} data-row-link>
                  {item.name}
                  <PendingLink />
                </PageLink>
                {item.parentName !== null && (
                  <span className={classes.origin}>
                    {listed.has(item.parentDatabaseId ?? "") ? (
                      <span className="visually-hidden">branch of {item.parentName}, </span>
                    ) : (
                      `branch of ${item.parentName} · `
                    )}
                    <Moment at={item.createdAt} />
                  </span>
                )}
                <Status of={item} />
              </div>
            </th>
            <td data-figure>{item.sizeBytes === null ? "" : byteText(item.sizeBytes)}</td>
            <td data-figure data-label="Connections">
              {item.connections ?? ""}
            </td>
            <td>{item.lastActiveAt !== null && <Moment at={item.lastActiveAt} />}</td>
            <td>{item.createdBy && <Person {...item.createdBy} />}</td>
            <td data-actions>
              <DatabaseMenu organisationId={organisationId} databaseId={item.id} name={item.name} />
            </td>
          </tr>
        ))}
      </Listing>
    </>
  );
}

/** Only a status that is not as it should be is said. */
function Status({ of: { status, failureReason } }: { of: ListedDatabase }) {
  if (status === "ready") return null;
  if (status === "provisioning") return <StatusWord kind="waiting">provisioning</StatusWord>;
  return (
    <>
      <StatusWord kind="bad">failed</StatusWord>
      {failureReason && (
        <span className={classes.reason}>
          <TimedText text={failureReason} />
        </span>
      )}
    </>
  );
}

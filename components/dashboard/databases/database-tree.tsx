import { IconGitBranch } from "@tabler/icons-react";
import { Moment } from "@/components/ui/moment";
import { PageLink } from "@/components/ui/page-link";
import { PendingLink } from "@/components/ui/pending-link";
import table from "@/components/ui/plain-table.module.css";
import { Scrolling } from "@/components/ui/scrolling";
import { StatusWord } from "@/components/ui/status-word";
import type { DatabaseWithOrigin } from "@/lib/hosting/databases/resource";
import classes from "./database-tree.module.css";
import { LivePage } from "./live-page";
import { asTree } from "./tree";

interface Props {
  organisationId: string;
  databases: readonly DatabaseWithOrigin[];
}

/** A table of databases, each with its branches below it. The statuses update while the page is open. */
export function DatabaseTree({ organisationId, databases }: Props) {
  return (
    <Scrolling label="Databases, scrollable" minWidth={560}>
      <LivePage isChanging={databases.some(({ status }) => status === "provisioning")} />
      <table className={`${table.table} ${table.highlight}`} aria-label="Databases">
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Status</th>
            <th scope="col">Host</th>
            <th scope="col">Created</th>
          </tr>
        </thead>
        <tbody>
          {asTree(databases).map(({ item, depth }) => (
            <tr key={item.id}>
              <th scope="row">
                <div className={classes.name} style={depth > 0 ? { paddingInlineStart: depth * 20 } : undefined}>
                  {item.parentName !== null && <IconGitBranch size={16} aria-hidden />}
                  <div>
                    <PageLink href={`/dashboard/${organisationId}/databases/${item.id}`}>
                      {item.name}
                      <PendingLink />
                    </PageLink>
                    {item.parentName !== null && <div className={table.note}>Branch of {item.parentName}</div>}
                  </div>
                </div>
              </th>
              <td>
                <StatusWord kind={item.status === "ready" ? "good" : item.status === "failed" ? "bad" : "waiting"}>
                  {item.status}
                </StatusWord>
                {item.failureReason && <div className={table.note}>{item.failureReason}</div>}
              </td>
              <td>{item.hostKind === "shared" ? "Shared" : "Dedicated"}</td>
              <td>
                <Moment at={item.createdAt} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scrolling>
  );
}

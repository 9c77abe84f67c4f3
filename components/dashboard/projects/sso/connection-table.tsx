import { Listing } from "@/components/ui/listing";
import { Moment } from "@/components/ui/moment";
import { PageLink } from "@/components/ui/page-link";
import { PendingLink } from "@/components/ui/pending-link";
import rowName from "@/components/ui/row-name.module.css";
import { StatusWord } from "@/components/ui/status-word";
import type { ListedSsoConnection } from "@/lib/sign-in/sso/connections/resource";
import classes from "./sso.module.css";
import { PROTOCOL_NAMES, problemText } from "./words";

interface Props {
  /** The address of this list. */
  home: string;
  connections: readonly ListedSsoConnection[];
}

const COLUMNS = ["Company", "Protocol", "Domains", { name: "Users", isFigure: true }, "Last sign-in"] as const;

export function ConnectionTable({ home, connections }: Props) {
  return (
    <Listing label="Connections" minWidth={720} columns={COLUMNS} stacks hasActions={false}>
      {connections.map((connection) => {
        const { id, name, protocol, enabled, required, domains, users, lastSignInAt, problems } = connection;
        const verified = domains.filter(({ verifiedAt }) => verifiedAt !== null).map(({ domain }) => domain);
        return (
          <tr key={id} data-dimmed={!enabled || undefined}>
            <th scope="row">
              <div className={rowName.name}>
                <PageLink href={`${home}/${id}`} data-row-link>
                  {name}
                  <PendingLink />
                </PageLink>
                {!enabled && <StatusWord kind="quiet">off</StatusWord>}
                {enabled && required && <span className={classes.meta}>required</span>}
              </div>
              {problems.map((problem) => (
                <span key={problemText(problem)} className={classes.problem}>
                  {problemText(problem)}
                </span>
              ))}
            </th>
            <td data-label="Protocol">{PROTOCOL_NAMES[protocol]}</td>
            <td data-label="Domains">{verified.length > 0 ? verified.join(", ") : "None verified"}</td>
            <td data-figure data-label="Users">
              {users}
            </td>
            <td data-label="Last sign-in">{lastSignInAt === null ? "None yet" : <Moment at={lastSignInAt} />}</td>
          </tr>
        );
      })}
    </Listing>
  );
}

import { DataTable } from "@/components/ui/lists/data-table";
import { Moment } from "@/components/ui/moment";
import { RowLink } from "@/components/ui/row-link";
import { StatusWord } from "@/components/ui/status-word";
import type { ListedSsoConnection } from "@/lib/sign-in/sso/connections/resource";
import classes from "./sso.module.css";
import { PROTOCOL_NAMES, problemText } from "./words";

interface Props {
  /** The address of this list. */
  home: string;
  connections: readonly ListedSsoConnection[];
}

export function ConnectionTable({ home, connections }: Props) {
  return (
    <DataTable
      label="Connections"
      minWidth={720}
      rows={connections}
      isDimmed={({ enabled }) => !enabled}
      columns={[
        { name: "Company", cell: (connection) => <Company home={home} of={connection} /> },
        { name: "Protocol", cell: ({ protocol }) => PROTOCOL_NAMES[protocol] },
        { name: "Domains", cell: ({ domains }) => verifiedIn(domains).join(", ") || "None verified" },
        { name: "Users", isFigure: true, cell: ({ users }) => users },
        {
          name: "Last sign-in",
          cell: ({ lastSignInAt: at }) => (at === null ? "None yet" : <Moment at={at} />),
        },
      ]}
    />
  );
}

const verifiedIn = (domains: ListedSsoConnection["domains"]) =>
  domains.filter(({ verifiedAt }) => verifiedAt !== null).map(({ domain }) => domain);

function Company({ home, of: { id, name, enabled, required, problems } }: { home: string; of: ListedSsoConnection }) {
  return (
    <>
      <RowLink href={`${home}/${id}`} name={name}>
        {!enabled && <StatusWord kind="quiet">off</StatusWord>}
        {enabled && required && <span className={classes.meta}>required</span>}
      </RowLink>
      {problems.map((problem) => (
        <span key={problemText(problem)} className={classes.problem}>
          {problemText(problem)}
        </span>
      ))}
    </>
  );
}

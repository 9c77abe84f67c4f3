import { ConnectPanel } from "@/components/dashboard/databases/connect-panel";
import { revealConnection, rotateCredential } from "../../../database-actions";
import { openShell } from "../shell-actions";

interface Props {
  organisationId: string;
  databaseId: string;
  name: string;
}

/** The button that opens everything that is needed to connect to the database. */
export function ConnectButton({ organisationId, databaseId, name }: Props) {
  return (
    <ConnectPanel
      databaseName={name}
      reveal={revealConnection.bind(null, organisationId, databaseId)}
      rotate={rotateCredential.bind(null, organisationId, databaseId)}
      openShell={openShell.bind(null, organisationId, databaseId)}
    />
  );
}

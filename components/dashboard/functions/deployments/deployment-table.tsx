import { MenuTable } from "@/components/ui/lists/menu-table";
import { Moment } from "@/components/ui/moment";
import { StatusWord } from "@/components/ui/status-word";
import { byteText } from "@/lib/core/byte-text";
import type { FunctionDeployment } from "@/lib/services/functions/deployments/resource";
import classes from "../functions.module.css";
import { DeploymentMenu, type RollBack } from "./deployment-menu";

interface Props {
  /** The address of this list. */
  home: string;
  deployments: readonly FunctionDeployment[];
  /** The names of the members who deployed, by their ids. */
  authors: ReadonlyMap<string, string>;
  active: number | null;
  /** `null` for a member who may not. */
  rollBack: RollBack | null;
}

export function DeploymentTable({ home, deployments, authors, active, rollBack }: Props) {
  return (
    <MenuTable
      label="Deployments"
      minWidth={760}
      rows={deployments}
      columns={[
        { name: "Version", cell: ({ version }) => `Version ${version}` },
        { name: "State", card: null, cell: (deployment) => <State deployment={deployment} /> },
        {
          ...{ name: "Message", className: classes.message },
          cell: ({ message, log }) => (
            <>
              {message || log}
              {message && log && <div className="quiet">{log}</div>}
            </>
          ),
        },
        { name: "By", cell: ({ by }) => authors.get(by.id) ?? (by.kind === "operator" ? "The operator" : by.id) },
        { name: "Size", isFigure: true, cell: ({ bundleBytes }) => byteText(bundleBytes) },
        { name: "Time", cell: ({ createdAt }) => <Moment at={createdAt} /> },
      ]}
      end={(deployment) => <DeploymentMenu deployment={deployment} home={home} active={active} rollBack={rollBack} />}
    />
  );
}

/** The state of a deployment; a version that was replaced shows none. */
function State({ deployment: { status } }: { deployment: FunctionDeployment }) {
  if (status === "active") return <StatusWord kind="good">Answers now</StatusWord>;
  if (status === "building") return <StatusWord kind="waiting">Being deployed</StatusWord>;
  if (status === "failed") return <StatusWord kind="bad">Failed</StatusWord>;
  return null;
}

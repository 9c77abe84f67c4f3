import { KeepFocus } from "@/components/ui/keep-focus";
import { Listing } from "@/components/ui/listing";
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

const COLUMNS = ["Version", "State", "Message", "By", { name: "Size", isFigure: true }, "Time"] as const;

export function DeploymentTable({ home, deployments, authors, active, rollBack }: Props) {
  return (
    <KeepFocus label="Deployments">
      <Listing label="Deployments" minWidth={760} columns={COLUMNS} stacks>
        {deployments.map((deployment) => {
          const { id, version, message, by, bundleBytes, createdAt, log } = deployment;
          return (
            <tr key={id}>
              <th scope="row">Version {version}</th>
              <td>
                <State deployment={deployment} />
              </td>
              <td data-label="Message" className={classes.message}>
                {message || log}
                {message && log && <div className={classes.meta}>{log}</div>}
              </td>
              <td data-label="By">{authors.get(by.id) ?? (by.kind === "operator" ? "The operator" : by.id)}</td>
              <td data-figure data-label="Size">
                {byteText(bundleBytes)}
              </td>
              <td data-label="Time">
                <Moment at={createdAt} />
              </td>
              <td data-actions>
                <DeploymentMenu deployment={deployment} home={home} active={active} rollBack={rollBack} />
              </td>
            </tr>
          );
        })}
      </Listing>
    </KeepFocus>
  );
}

/** The state of a deployment; a version that was replaced shows none. */
function State({ deployment: { status } }: { deployment: FunctionDeployment }) {
  if (status === "active") return <StatusWord kind="good">Answers now</StatusWord>;
  if (status === "building") return <StatusWord kind="waiting">Being deployed</StatusWord>;
  if (status === "failed") return <StatusWord kind="bad">Failed</StatusWord>;
  return null;
}

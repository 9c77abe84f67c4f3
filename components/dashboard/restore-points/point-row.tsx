"use client";

import { Loader } from "@mantine/core";
import { IconGitBranch, IconRestore, IconTrash } from "@tabler/icons-react";
import { Moment } from "@/components/ui/moment";
import { Person } from "@/components/ui/person";
import type { RowAction } from "@/components/ui/row-action";
import { RowMenu } from "@/components/ui/row-menu";
import { byteText } from "@/lib/core/byte-text";
import type { ListedRestorePoint } from "@/lib/hosting/restore-points/resource";
import { makerOf, nameOf, statementOf, titleOf } from "./point";
import classes from "./timeline.module.css";

export type Choice = "restore" | "branch" | "delete";

export interface RowProps {
  canWrite: boolean;
  isBusy: boolean;
  choose: (what: Choice, point: ListedRestorePoint) => void;
}

/** One restore point of the timeline. */
export function PointRow({ point, canWrite, isBusy, choose }: RowProps & { point: ListedRestorePoint }) {
  const { origin, status, createdAt, expiresAt, sizeBytes, madeBy } = point;
  const title = titleOf(point);
  const actions: RowAction[] =
    status === "ready" && canWrite && !isBusy
      ? [
          { label: "Restore here", icon: IconRestore, onSelect: () => choose("restore", point) },
          { label: "Branch from here", icon: IconGitBranch, onSelect: () => choose("branch", point) },
          { label: "Delete", icon: IconTrash, isDestructive: true, onSelect: () => choose("delete", point) },
        ]
      : [];
  return (
    <li className={classes.row} data-row data-origin={origin}>
      <span className={classes.time}>
        <Moment at={createdAt} form="time" />
      </span>
      <Name point={point} />
      <span className={classes.maker}>
        {madeBy ? <Person {...madeBy} /> : <span className={classes.meta}>{makerOf(point)}</span>}
      </span>
      <span className={classes.meta} data-expiry>
        {expiresAt === null ? (
          "Kept until deleted"
        ) : (
          <>
            Expires <Moment at={expiresAt} />
          </>
        )}
      </span>
      <span className={classes.size}>{sizeBytes === null ? "copying…" : byteText(sizeBytes)}</span>
      <span className={classes.menu}>
        {status === "ready" ? (
          <RowMenu label={`Actions for ${title}`} actions={actions} />
        ) : (
          <Loader size="xs" aria-label="Creating" />
        )}
      </span>
    </li>
  );
}

function Name({ point }: { point: ListedRestorePoint }) {
  const statement = statementOf(point);
  if (statement === null) {
    return <span className={classes.name}>{nameOf(point)}</span>;
  }
  return (
    <span className={classes.name} title={point.statement ?? undefined}>
      Before <code>{statement}</code>
    </span>
  );
}

"use client";

import type { Route } from "next";
import { useRouter } from "next/navigation";
import { Confirm } from "@/components/ui/confirm";
import type { ListedRestorePoint } from "@/lib/hosting/restore-points/resource";
import type { Act, ActOutcome } from "./act";
import { BranchDialog } from "./branch-dialog";
import { titleOf } from "./point";
import type { Choice } from "./point-row";
import { RestoreDialog } from "./restore-dialog";

interface Props {
  /** The chosen point stays set while a dialog closes, so that its text stays. */
  chosen: { what: Choice; point: ListedRestorePoint } | null;
  isAsking: boolean;
  databaseName: string;
  /** The address of the organisation's databases. */
  base: string;
  close: () => void;
  ask: (act: Act) => Promise<ActOutcome>;
  begin: (kind: "restore" | "delete", act: Act, done: string) => void;
}

/** The dialogs that ask before a restore point is restored, branched or deleted. */
export function Dialogs({ chosen, isAsking, databaseName, base, close, ask, begin }: Props) {
  const router = useRouter();
  const pointOf = (what: Choice) => (chosen?.what === what ? chosen.point : null);
  const isOpen = (what: Choice) => isAsking && chosen?.what === what;
  const deleted = pointOf("delete");
  const branch = async (restorePointId: string, name: string): Promise<ActOutcome> => {
    const outcome = await ask({ act: "branch", restorePointId, name });
    if (outcome.isDone && outcome.value.branchId) router.push(`${base}/${outcome.value.branchId}` as Route);
    return outcome;
  };
  return (
    <>
      <RestoreDialog
        isOpen={isOpen("restore")}
        point={pointOf("restore")}
        databaseName={databaseName}
        onClose={close}
        restore={(restorePointId, confirmation) =>
          begin("restore", { act: "restore", restorePointId, confirmation }, `Restored ${databaseName}.`)
        }
      />
      <BranchDialog
        isOpen={isOpen("branch")}
        point={pointOf("branch")}
        databaseName={databaseName}
        onClose={close}
        branch={branch}
      />
      <Confirm
        isOpen={isOpen("delete")}
        title="Delete restore point"
        confirm="Delete restore point"
        onClose={close}
        onConfirm={() => {
          if (deleted) begin("delete", { act: "delete", restorePointId: deleted.id }, `Deleted ${titleOf(deleted)}.`);
        }}
      >
        {deleted && titleOf(deleted)} and its data are permanently deleted. The database itself isn't affected.
      </Confirm>
    </>
  );
}

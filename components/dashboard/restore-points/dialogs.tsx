"use client";

import { List, Text } from "@mantine/core";
import type { Route } from "next";
import { useRouter } from "next/navigation";
import { Confirm } from "@/components/ui/confirm";
import type { FormAction } from "@/components/ui/form-action";
import { FormDialog } from "@/components/ui/forms/form-dialog";
import { Moment } from "@/components/ui/moment";
import type { ListedRestorePoint } from "@/lib/hosting/restore-points/resource";
import type { Form } from "@/lib/web/forms/resource";
import type { Act, ActOutcome } from "./act";
import { titleOf } from "./point";
import type { Choice } from "./point-row";

interface Props {
  /** The chosen point stays set while a dialog closes, so that its text stays. */
  chosen: { what: Choice; point: ListedRestorePoint } | null;
  isAsking: boolean;
  databaseName: string;
  /** The address of the organisation's databases. */
  base: string;
  branchForm: Form;
  close: () => void;
  ask: (act: Act) => Promise<ActOutcome>;
  begin: (kind: "restore" | "delete", act: Act, done: string) => void;
}

/** The dialogs that ask before a restore point is restored, branched or deleted. */
export function Dialogs({ chosen, isAsking, databaseName, base, branchForm, close, ask, begin }: Props) {
  const router = useRouter();
  if (!chosen) return null;
  const { what, point } = chosen;
  const ofPoint = (
    <>
      <strong>{titleOf(point)}</strong>, <Moment at={point.createdAt} />
    </>
  );
  const restore: FormAction = async (_, form) => {
    const act = { act: "restore", restorePointId: point.id, confirmation: String(form.get("confirmation")) } as const;
    begin("restore", act, `Restored ${databaseName}.`);
    return { isDone: true, value: null };
  };
  /** The dialog stays open until the branch exists, and shows why it could not be made. */
  const branch = async (...[, form]: Parameters<FormAction>): Promise<ActOutcome> => {
    const outcome = await ask({ act: "branch", restorePointId: point.id, name: String(form.get("name")) });
    if (outcome.isDone && outcome.value.branchId) router.push(`${base}/${outcome.value.branchId}` as Route);
    return outcome;
  };
  return (
    <>
      <FormDialog
        form={{ title: `Restore ${databaseName}`, submit: "Restore database", isDestructive: true, fields: [] }}
        action={restore}
        isOpen={isAsking && what === "restore"}
        close={close}
        toType={databaseName}
      >
        <Text>
          {databaseName} goes back to {ofPoint}.
        </Text>
        <List spacing={4}>
          <List.Item>Its current state is saved as another restore point, so you can undo this.</List.Item>
          <List.Item>Connections are closed once the data is copied. New ones are accepted a moment later.</List.Item>
          <List.Item>The connection string and password stay the same.</List.Item>
        </List>
      </FormDialog>
      <FormDialog form={branchForm} action={branch} isOpen={isAsking && what === "branch"} close={close}>
        <Text>
          A new database with the data of {databaseName} from {ofPoint}, and a password of its own. {databaseName} isn't
          affected.
        </Text>
      </FormDialog>
      <Confirm
        isOpen={isAsking && what === "delete"}
        title="Delete restore point"
        confirm="Delete restore point"
        onClose={close}
        onConfirm={() => begin("delete", { act: "delete", restorePointId: point.id }, `Deleted ${titleOf(point)}.`)}
      >
        {titleOf(point)} and its data are permanently deleted. The database itself isn't affected.
      </Confirm>
    </>
  );
}

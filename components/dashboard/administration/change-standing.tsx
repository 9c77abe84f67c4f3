"use client";

import { TextInput } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { ActionForm } from "@/components/ui/action-form";
import { announce } from "@/components/ui/announce";
import { useCommand } from "@/components/ui/commands/use-command";
import { Consequences } from "@/components/ui/consequences";
import { Dialog } from "@/components/ui/dialog";
import { DialogButtons } from "@/components/ui/dialog-buttons";
import type { FormAction } from "@/components/ui/form-action";
import { ScriptButton } from "@/components/ui/script-button";
import { SubmitButton } from "@/components/ui/submit-button";
import type { AdministeredProject } from "@/lib/services/project-administration/resource";

interface Props extends Pick<AdministeredProject, "name" | "status"> {
  suspend: FormAction;
  unsuspend: FormAction;
}

/** The button that suspends a project, or lifts its suspension. A ban is lifted on the command line. */
export function ChangeStanding({ name, status, suspend, unsuspend }: Props) {
  const [isOpen, { open, close }] = useDisclosure();
  const isActive = status === "active";
  const title = isActive ? "Suspend project" : "Lift suspension";
  useCommand({ id: "change-standing", label: title, keys: "c", isOn: status !== "banned" }, open);
  if (status === "banned") return null;
  const finish = () => {
    close();
    announce({ isDone: true, value: null }, isActive ? `${name} is suspended.` : `${name} is active again.`);
  };
  return (
    <>
      <ScriptButton variant="default" onClick={open} title={`${title} (C)`}>
        {title}
      </ScriptButton>
      <Dialog opened={isOpen} onClose={close} title={title}>
        <ActionForm action={isActive ? suspend : unsuspend} onDone={finish} label={title}>
          {isActive && (
            <Consequences
              goes="No one can sign in to the app, and its members can't change the project."
              stays="Users, settings and keys stay as they are, and can be read."
              undo="You can lift the suspension at any time."
            />
          )}
          <TextInput
            name={isActive ? "reason" : "note"}
            label={isActive ? "Reason" : "Note"}
            description={isActive ? "The organisation reads it." : "The organisation can read it in its audit log."}
            required
            maxLength={500}
            autoComplete="off"
            data-autofocus
          />
          <DialogButtons close={close}>
            <SubmitButton color={isActive ? "red" : undefined}>{title}</SubmitButton>
          </DialogButtons>
        </ActionForm>
      </Dialog>
    </>
  );
}

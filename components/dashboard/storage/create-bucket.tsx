"use client";

import { useDisclosure } from "@mantine/hooks";
import { IconPlus } from "@tabler/icons-react";
import { ActionForm } from "@/components/ui/action-form";
import { useCommand } from "@/components/ui/commands/use-command";
import { Dialog } from "@/components/ui/dialog";
import { DialogButtons } from "@/components/ui/dialog-buttons";
import type { FormAction } from "@/components/ui/form-action";
import { ScriptButton } from "@/components/ui/script-button";
import { SubmitButton } from "@/components/ui/submit-button";
import { BucketFields } from "./bucket-fields";

/** A button whose dialog creates a bucket, and leads to it. */
export function CreateBucket({ create }: { create: FormAction }) {
  const [isOpen, { open, close }] = useDisclosure();
  useCommand({ id: "create-bucket", label: "Create bucket", keys: "c" }, open);
  return (
    <>
      <ScriptButton leftSection={<IconPlus size={16} aria-hidden />} onClick={open} title="Create bucket (C)">
        Create bucket
      </ScriptButton>
      <Dialog opened={isOpen} onClose={close} title="Create bucket">
        <ActionForm action={create}>
          <BucketFields />
          <DialogButtons close={close}>
            <SubmitButton>Create bucket</SubmitButton>
          </DialogButtons>
        </ActionForm>
      </Dialog>
    </>
  );
}

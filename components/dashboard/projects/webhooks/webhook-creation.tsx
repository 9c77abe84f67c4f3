"use client";

import { Stack } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconPlus } from "@tabler/icons-react";
import { createContext, type ReactNode, use, useEffect, useState } from "react";
import { useCommand } from "@/components/ui/commands/use-command";
import { Dialog } from "@/components/ui/dialog";
import { DialogButtons } from "@/components/ui/dialog-buttons";
import type { FormAction } from "@/components/ui/form-action";
import { Refusal } from "@/components/ui/refusal";
import { ScriptButton } from "@/components/ui/script-button";
import { SubmitButton } from "@/components/ui/submit-button";
import { useFormAction } from "@/components/ui/use-form-action";
import { WebhookFields } from "./webhook-fields";
import { WebhookSecret } from "./webhook-secret";

type Create = FormAction<{ url: string; secret: string }>;

interface Props {
  types: readonly string[];
  create: Create;
  children: ReactNode;
}

const Open = createContext<() => void>(() => undefined);

/** The part of a page that holds the button. The dialog stands outside of the list, and shows the secret while it changes. */
export function WebhookCreation({ types, create, children }: Props) {
  const [isOpen, { open, close }] = useDisclosure();
  const [isShown, setShown] = useState(false);
  const start = () => {
    setShown(false);
    open();
  };
  useCommand({ id: "create-webhook", label: "Create webhook", keys: "c" }, start);
  return (
    <Open value={start}>
      {children}
      <Dialog
        opened={isOpen}
        onClose={close}
        title="Create webhook"
        size="lg"
        // A click outside does not close the dialog while it shows the secret, which is shown only once.
        closeOnClickOutside={!isShown}
        closeOnEscape={!isShown}
      >
        <WebhookForm types={types} create={create} close={close} onMade={() => setShown(true)} />
      </Dialog>
    </Open>
  );
}

export function CreateWebhook() {
  const open = use(Open);
  return (
    <ScriptButton leftSection={<IconPlus size={16} aria-hidden />} onClick={open} title="Create webhook (C)">
      Create webhook
    </ScriptButton>
  );
}

interface FormProps extends Pick<Props, "types" | "create"> {
  close: () => void;
  onMade: () => void;
}

function WebhookForm({ types, create, close, onMade }: FormProps) {
  const { state, form } = useFormAction(create);
  useEffect(() => {
    if (state?.isDone) onMade();
  }, [state, onMade]);
  if (state?.isDone) return <WebhookSecret {...state.value} close={close} />;
  return (
    <form {...form}>
      <Stack gap="sm">
        <Refusal message={state?.message ?? null} />
        <WebhookFields types={types} />
        <DialogButtons close={close}>
          <SubmitButton>Create webhook</SubmitButton>
        </DialogButtons>
      </Stack>
    </form>
  );
}

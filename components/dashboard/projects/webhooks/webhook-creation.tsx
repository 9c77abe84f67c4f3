"use client";

import { useDisclosure } from "@mantine/hooks";
import { IconPlus } from "@tabler/icons-react";
import { createContext, type ReactNode, use, useState } from "react";
import { useCommand } from "@/components/ui/commands/use-command";
import { Dialog } from "@/components/ui/dialog";
import type { FormAction } from "@/components/ui/form-action";
import { FieldForm } from "@/components/ui/forms/field-form";
import { ScriptButton } from "@/components/ui/script-button";
import type { Form } from "@/lib/web/forms/resource";
import { WebhookSecret } from "./webhook-secret";

type Create = FormAction<{ url: string; secret: string }>;

interface Props {
  form: Form;
  create: Create;
  children: ReactNode;
}

const Open = createContext<() => void>(() => undefined);

/** The part of a page that holds the button. The dialog stands outside of the list, and shows the secret while it changes. */
export function WebhookCreation({ form, create, children }: Props) {
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
        title={form.title}
        size="lg"
        // A click outside does not close the dialog while it shows the secret, which is shown only once.
        closeOnClickOutside={!isShown}
        closeOnEscape={!isShown}
      >
        <FieldForm
          form={form}
          action={create}
          close={close}
          onDone={() => setShown(true)}
          result={(made) => <WebhookSecret {...made} close={close} />}
        />
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

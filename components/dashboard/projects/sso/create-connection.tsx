"use client";

import { Radio, Stack, TextInput } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconPlus } from "@tabler/icons-react";
import { ActionForm } from "@/components/ui/action-form";
import { useCommand } from "@/components/ui/commands/use-command";
import { Dialog } from "@/components/ui/dialog";
import { DialogButtons } from "@/components/ui/dialog-buttons";
import type { FormAction } from "@/components/ui/form-action";
import { ScriptButton } from "@/components/ui/script-button";
import { SubmitButton } from "@/components/ui/submit-button";

/** A button whose dialog creates a connection, which is off until it is set up. */
export function CreateConnection({ create }: { create: FormAction }) {
  const [isOpen, { open, close }] = useDisclosure();
  useCommand({ id: "create-sso-connection", label: "Create connection", keys: "c" }, open);
  return (
    <>
      <ScriptButton leftSection={<IconPlus size={16} aria-hidden />} onClick={open} title="Create connection (C)">
        Create connection
      </ScriptButton>
      <Dialog opened={isOpen} onClose={close} title="Create connection">
        <ActionForm action={create}>
          <TextInput
            name="name"
            label="Company"
            description="People see it on the sign-in page"
            placeholder="Acme"
            required
            maxLength={64}
            autoComplete="off"
            data-autofocus
          />
          <Radio.Group name="protocol" label="Protocol" defaultValue="saml">
            <Stack gap="xs" mt={6}>
              <Radio
                value="saml"
                label="SAML 2.0"
                description="Okta, Microsoft Entra ID, Google Workspace and most others"
              />
              <Radio
                value="oidc"
                label="OpenID Connect"
                description="With an issuer, a client ID and a client secret"
              />
            </Stack>
          </Radio.Group>
          <DialogButtons close={close}>
            <SubmitButton>Create connection</SubmitButton>
          </DialogButtons>
        </ActionForm>
      </Dialog>
    </>
  );
}

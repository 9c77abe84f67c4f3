"use client";

import { Alert, Button, Group, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { ActionForm } from "@/components/ui/action-form";
import { CopyField } from "@/components/ui/copy-field";
import { Dialog } from "@/components/ui/dialog";
import { DialogButtons } from "@/components/ui/dialog-buttons";
import type { FormAction } from "@/components/ui/form-action";
import { Moment } from "@/components/ui/moment";
import { SubmitButton } from "@/components/ui/submit-button";

export interface SignInLink {
  link: string;
  /** ISO 8601, UTC. */
  expiresAt: string;
}

interface ContentProps {
  email: string;
  create: FormAction<SignInLink>;
  close: () => void;
}

interface Props extends ContentProps {
  isOpen: boolean;
}

/** Creates a link that signs a user in once, and shows it while the dialog is open. */
export function SignInLinkDialog({ isOpen, ...content }: Props) {
  return (
    <Dialog opened={isOpen} onClose={content.close} title="Create sign-in link">
      <Content {...content} />
    </Dialog>
  );
}

/** The content of the dialog ends with it, and the link with that. */
function Content({ email, create, close }: ContentProps) {
  const [made, setMade] = useState<SignInLink | null>(null);
  return made === null ? (
    <ActionForm action={create} onDone={setMade} label="Create sign-in link">
      <Text size="sm">
        Signs {email} in once, in any browser, even if their company requires single sign-on. Two-step verification is
        still asked for. An earlier link stops working.
      </Text>
      <DialogButtons close={close}>
        <SubmitButton>Create link</SubmitButton>
      </DialogButtons>
    </ActionForm>
  ) : (
    <Stack gap="md">
      <Alert role="status" color="yellow" variant="light" title="Copy the link now">
        You won't be able to see it again. Anyone who has it can sign in as {email}.
      </Alert>
      <CopyField label="Sign-in link" text={made.link} />
      <Text size="sm">
        Works once, until <Moment at={made.expiresAt} form="exact" />.
      </Text>
      <Group justify="flex-end">
        <Button onClick={close} data-autofocus>
          Done
        </Button>
      </Group>
    </Stack>
  );
}

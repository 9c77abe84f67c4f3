"use client";

import { Text } from "@mantine/core";
import type { FormAction } from "@/components/ui/form-action";
import { FormDialog } from "@/components/ui/forms/form-dialog";
import { ShownSecret } from "@/components/ui/forms/shown-secret";
import { Moment } from "@/components/ui/moment";

export interface SignInLink {
  link: string;
  /** ISO 8601, UTC. */
  expiresAt: string;
}

interface Props {
  email: string;
  create: FormAction<SignInLink>;
  isOpen: boolean;
  close: () => void;
}

const FORM = { title: "Create sign-in link", submit: "Create link", fields: [] };

/** Creates a link that signs a user in once, and shows it while the dialog is open. */
export function SignInLinkDialog({ email, create, isOpen, close }: Props) {
  return (
    <FormDialog
      form={FORM}
      action={create}
      isOpen={isOpen}
      close={close}
      result={({ link, expiresAt }, end) => (
        <ShownSecret
          title="Copy the link now"
          warning={`Anyone who has it can sign in as ${email}.`}
          label="Sign-in link"
          secret={link}
          close={end}
        >
          <Text size="sm">
            Works once, until <Moment at={expiresAt} form="exact" />.
          </Text>
        </ShownSecret>
      )}
    >
      <Text size="sm">
        Signs {email} in once, in any browser, even if their company requires single sign-on. Two-step verification is
        still asked for. An earlier link stops working.
      </Text>
    </FormDialog>
  );
}

"use client";

import { Text } from "@mantine/core";
import { IconBan, IconLink, IconLogout, IconPassword, IconTrash, IconUserCheck } from "@tabler/icons-react";
import type { Route } from "next";
import { useRouter } from "next/navigation";
import { useState } from "react";
import type { FormAction } from "@/components/ui/form-action";
import { filledForm } from "@/components/ui/forms/filled-form";
import { FormButton } from "@/components/ui/forms/form-button";
import { FormDialog } from "@/components/ui/forms/form-dialog";
import { ShownSecret } from "@/components/ui/forms/shown-secret";
import { Moment } from "@/components/ui/moment";
import type { RowAction } from "@/components/ui/row-action";
import { RowMenu } from "@/components/ui/row-menu";
import { useOutcome } from "@/components/ui/use-outcome";
import type { OwnedUserDetails } from "@/lib/sign-in/users/resource";
import type { Form } from "@/lib/web/forms/resource";
import type { Outcome } from "@/lib/web/resource";
import type { UserChanges } from "./changes";
import { useUserChanges } from "./use-user-changes";

interface Props {
  user: OwnedUserDetails;
  /** The address of the list, which opens once the user is deleted. */
  list: string;
  changes: UserChanges;
  /** The form that changes the user, without its values. */
  form: Form;
  /** `null` in a suspended project, whose users keep their fields. */
  save: FormAction | null;
  requireReset: (() => Promise<Outcome>) | null;
  /** `null` for a member who may not, and for a user who can't sign in. */
  createLink: FormAction<SignInLink> | null;
}

/** The actions on the user of the page: a button that edits, and a menu. */
export function UserPageActions({ user, list, changes, save, form, requireReset, createLink }: Props) {
  const router = useRouter();
  const { run } = useOutcome();
  const { ask, unban, dialogs } = useUserChanges(changes, () => router.push(list as Route));
  const [isLinking, setLinking] = useState(false);
  const users = [user];
  const actions: RowAction[] = [
    ...(user.sessions.length > 0
      ? [{ label: "End all sessions", icon: IconLogout, onSelect: () => ask({ what: "end", users }) }]
      : []),
    ...(requireReset && user.password && !user.password.mustReset
      ? [
          {
            label: "Require new password",
            icon: IconPassword,
            onSelect: () => run(requireReset, `${user.email} chooses a new password at the next sign-in.`),
          },
        ]
      : []),
    ...(createLink ? [{ label: "Create sign-in link", icon: IconLink, onSelect: () => setLinking(true) }] : []),
    user.bannedAt === null
      ? { label: "Ban user", icon: IconBan, onSelect: () => ask({ what: "ban", users }) }
      : { label: "Unban user", icon: IconUserCheck, onSelect: () => unban(users) },
    { label: "Delete user", icon: IconTrash, isDestructive: true, onSelect: () => ask({ what: "delete", users }) },
  ];
  return (
    <>
      {save && (
        <FormButton
          key={user.updatedAt}
          form={filledForm(form, user)}
          action={save}
          command="edit-user"
          keys="e"
          button={{ label: "Edit", variant: "default", icon: null }}
        />
      )}
      <RowMenu label={`Actions for ${user.email}`} actions={actions} />
      {createLink && (
        <SignInLinkDialog email={user.email} isOpen={isLinking} close={() => setLinking(false)} create={createLink} />
      )}
      {dialogs}
    </>
  );
}

interface SignInLink {
  link: string;
  /** ISO 8601, UTC. */
  expiresAt: string;
}

interface SignInLinkDialogProps {
  email: string;
  create: FormAction<SignInLink>;
  isOpen: boolean;
  close: () => void;
}

const FORM = { title: "Create sign-in link", submit: "Create link", fields: [] };

/** Creates a link that signs a user in once, and shows it while the dialog is open. */
function SignInLinkDialog({ email, create, isOpen, close }: SignInLinkDialogProps) {
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

"use client";

import { Group, NativeSelect, TextInput } from "@mantine/core";
import { ActionForm, type FormAction } from "../action-form";
import { SubmitButton } from "../submit-button";

interface Props {
  roles: readonly string[];
  invite: FormAction;
}

export function Invite({ roles, invite }: Props) {
  return (
    <ActionForm action={invite} label="Invite somebody">
      <Group align="flex-end" gap="sm">
        <TextInput
          name="email"
          type="email"
          label="Email address"
          required
          maxLength={254}
          autoComplete="off"
          style={{ flex: "1 1 16rem" }}
        />
        <NativeSelect name="role" label="Role" data={[...roles]} defaultValue="developer" />
        <SubmitButton>Invite</SubmitButton>
      </Group>
    </ActionForm>
  );
}

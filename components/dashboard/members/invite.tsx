"use client";

import { Group, NativeSelect, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import { ActionForm } from "@/components/ui/action-form";
import type { FormAction } from "@/components/ui/form-action";
import { SubmitButton } from "@/components/ui/submit-button";
import { roleName, roleText } from "./role";

interface Props {
  roles: readonly string[];
  invite: FormAction<{ email: string }>;
}

export function Invite({ roles, invite }: Props) {
  const [role, setRole] = useState("developer");
  return (
    <ActionForm action={invite} done={({ email }) => `Invitation sent to ${email}.`} label="Invite a member">
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
        <NativeSelect
          name="role"
          label="Role"
          data={roles.map((value) => ({ value, label: roleName(value) }))}
          value={role}
          onChange={(event) => setRole(event.currentTarget.value)}
        />
        <SubmitButton>Invite</SubmitButton>
      </Group>
      <Text size="sm" c="dimmed" aria-live="polite">
        {roleText(role)}
      </Text>
    </ActionForm>
  );
}

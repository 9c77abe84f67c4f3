"use client";

import { Group, TextInput } from "@mantine/core";
import { ActionForm } from "@/components/ui/action-form";
import type { FormAction } from "@/components/ui/form-action";
import { SubmitButton } from "@/components/ui/submit-button";

export function SetDomain({ set }: { set: FormAction }) {
  return (
    <ActionForm action={set} label="Sender domain">
      <Group align="flex-end" gap="xs" justify="center">
        <TextInput
          name="domain"
          label="Domain"
          description="The root domain, unless you send mail from a subdomain"
          placeholder="shop.example"
          required
          maxLength={253}
          autoComplete="off"
          inputMode="url"
          spellCheck={false}
          ta="start"
        />
        <SubmitButton>Add domain</SubmitButton>
      </Group>
    </ActionForm>
  );
}

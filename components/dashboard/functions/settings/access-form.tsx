"use client";

import { Checkbox, Group, NativeSelect } from "@mantine/core";
import { ActionForm } from "@/components/ui/action-form";
import type { FormAction } from "@/components/ui/form-action";
import { SubmitButton } from "@/components/ui/submit-button";
import type { ProjectFunction } from "@/lib/services/functions/resource";

const ACCESS = [
  { value: "public", label: "Anyone" },
  { value: "signed-in", label: "Users who are signed in, and your servers" },
  { value: "server", label: "Your servers alone" },
];

interface Props {
  shown: ProjectFunction;
  save: FormAction;
}

/** The form for a function's callers and its web address. */
export function AccessForm({ shown: { access, webAddress, updatedAt }, save }: Props) {
  return (
    <ActionForm key={updatedAt} action={save} done="Saved." label="Access">
      <NativeSelect name="access" label="Who may call" data={ACCESS} defaultValue={access} />
      <Checkbox
        name="webAddress"
        label="Web address"
        description="Without it, the function is called over the API alone."
        defaultChecked={webAddress}
      />
      <Group>
        <SubmitButton>Save access</SubmitButton>
      </Group>
    </ActionForm>
  );
}

"use client";

import { NativeSelect, Stack, TextInput } from "@mantine/core";
import { useEffect } from "react";
import { DialogButtons } from "@/components/ui/dialog-buttons";
import type { FormAction } from "@/components/ui/form-action";
import { Refusal } from "@/components/ui/refusal";
import { SubmitButton } from "@/components/ui/submit-button";
import { useFormAction } from "@/components/ui/use-form-action";
import { ShownSecret } from "./shown-secret";

interface Props {
  create: FormAction<{ secret: string }>;
  close: () => void;
  onMade: () => void;
}

const LIFETIMES = [
  { value: "60", label: "1 minute" },
  { value: "600", label: "10 minutes" },
  { value: "3600", label: "1 hour" },
];

export function TestTokenForm({ create, close, onMade }: Props) {
  const { state, form } = useFormAction(create);
  useEffect(() => {
    if (state?.isDone) onMade();
  }, [state, onMade]);
  if (state?.isDone) return <ShownSecret label="Testing token" secret={state.value.secret} close={close} />;
  return (
    <form {...form}>
      <Stack gap="sm">
        <Refusal message={state?.message ?? null} />
        <TextInput
          name="email"
          type="email"
          label="Test user"
          description="An address that no real user has. The test user is created if there is none."
          placeholder="robot@example.com"
          required
          maxLength={254}
          autoComplete="off"
          data-autofocus
        />
        <NativeSelect name="ttlSeconds" label="Can be used for" data={LIFETIMES} defaultValue="600" />
        <DialogButtons close={close}>
          <SubmitButton>Create testing token</SubmitButton>
        </DialogButtons>
      </Stack>
    </form>
  );
}

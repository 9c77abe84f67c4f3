"use client";

import { NativeSelect, Radio, Stack, TextInput } from "@mantine/core";
import { useEffect } from "react";
import { DialogButtons } from "@/components/ui/dialog-buttons";
import type { FormAction } from "@/components/ui/form-action";
import { Refusal } from "@/components/ui/refusal";
import { SubmitButton } from "@/components/ui/submit-button";
import { useFormAction } from "@/components/ui/use-form-action";
import { type Scope, scopeWords } from "./scope-words";
import { ShownSecret } from "./shown-secret";

interface Props {
  kind: "public" | "server";
  scopes: readonly Scope[];
  create: FormAction<{ secret: string }>;
  close: () => void;
  onMade: () => void;
}

const LIFETIMES = [
  { value: "0", label: "No expiry" },
  { value: "30", label: "30 days" },
  { value: "90", label: "90 days" },
  { value: "365", label: "1 year" },
];

const NOTES = {
  public: {
    read: "Reads sessions and methods; no one can sign in or up with it.",
    "read-write": "Users sign in, sign up and manage their account.",
    admin: "",
  },
  server: {
    read: "Reads the project's users and sessions.",
    "read-write": "Changes users and sessions too.",
    admin: "Also creates testing tokens, which sign in test users.",
  },
} as const;

export function KeyForm({ kind, scopes, create, close, onMade }: Props) {
  const { state, form } = useFormAction(create);
  useEffect(() => {
    if (state?.isDone) onMade();
  }, [state, onMade]);
  if (state?.isDone) {
    const label = kind === "public" ? "Public key" : "Server key";
    return <ShownSecret label={label} secret={state.value.secret} close={close} />;
  }
  return (
    <form {...form}>
      <Stack gap="sm">
        <Refusal message={state?.message ?? null} />
        <TextInput
          name="name"
          label="Name"
          description={kind === "public" ? "Such as Web or iOS app" : "Such as Backend"}
          required
          maxLength={64}
          autoComplete="off"
          data-autofocus
        />
        <Radio.Group name="scope" label="Access" defaultValue="read-write">
          <Stack gap="xs" mt={6}>
            {scopes.map((scope) => (
              <Radio key={scope} value={scope} label={scopeWords(scope)} description={NOTES[kind][scope]} />
            ))}
          </Stack>
        </Radio.Group>
        <NativeSelect name="days" label="Expires after" data={LIFETIMES} defaultValue="0" />
        <DialogButtons close={close}>
          <SubmitButton>{`Create ${kind} key`}</SubmitButton>
        </DialogButtons>
      </Stack>
    </form>
  );
}

"use client";

import { Anchor, Input, NativeSelect, Stack, Text, Textarea, TextInput } from "@mantine/core";
import { useEffect, useState } from "react";
import { CopyField } from "@/components/ui/copy-field";
import { DialogButtons } from "@/components/ui/dialog-buttons";
import type { FormAction } from "@/components/ui/form-action";
import { Refusal } from "@/components/ui/refusal";
import { SubmitButton } from "@/components/ui/submit-button";
import { useFormAction } from "@/components/ui/use-form-action";
import type { Provider } from "@/lib/sign-in/projects/providers/resource";
import { PROVIDER_KINDS } from "./provider-kinds";

interface Props {
  /** `null` adds one. */
  edited: Provider | null;
  /** The IDs that are in use. */
  taken: readonly string[];
  callbackBase: string;
  set: FormAction;
  close: () => void;
}

const OWN = "";
const written = { autoComplete: "off", spellCheck: false } as const;

/** The client of a project at a provider. A stored secret is never shown: an empty field keeps it. */
export function ProviderForm({ edited, taken, callbackBase, set, close }: Props) {
  const { state, form } = useFormAction(set);
  const free = Object.entries(PROVIDER_KINDS).filter(([provider]) => !taken.includes(provider));
  const [chosen, setChosen] = useState(edited?.issuer ? OWN : (edited?.provider ?? free[0]?.[0] ?? OWN));
  const [id, setId] = useState(edited?.provider ?? "");
  useEffect(() => {
    if (state?.isDone) close();
  }, [state, close]);
  const kind = PROVIDER_KINDS[chosen];
  const provider = kind ? chosen : id;
  return (
    <form {...form} aria-label="Provider">
      <Stack gap="sm">
        <Refusal message={state?.isDone === false ? state.message : null} />
        {edited === null && (
          <NativeSelect
            label="Provider"
            value={chosen}
            onChange={(event) => setChosen(event.currentTarget.value)}
            data={[
              ...free.map(([value, { label }]) => ({ value, label })),
              { value: OWN, label: "OpenID Connect issuer" },
            ]}
            data-autofocus
          />
        )}
        {kind && <input type="hidden" name="provider" value={chosen} />}
        {!kind && <OwnFields edited={edited} id={id} setId={setId} />}
        {provider !== "" && (
          <Input.Wrapper label="Callback address" description="Enter exactly this address at the provider.">
            <CopyField label="Callback address" text={`${callbackBase}${provider}`} />
          </Input.Wrapper>
        )}
        {kind?.console && (
          <Text size="xs" c="dimmed">
            Create the client in{" "}
            <Anchor href={kind.console.href} target="_blank" rel="noreferrer" inherit>
              {kind.console.name}
            </Anchor>
            .
          </Text>
        )}
        <TextInput
          {...written}
          name="clientId"
          label={kind?.clientId ?? "Client ID"}
          defaultValue={edited?.clientId}
          required
          maxLength={255}
        />
        {chosen === "apple" ? (
          <AppleFields edited={edited} />
        ) : (
          <TextInput
            {...written}
            name="clientSecret"
            type="password"
            label="Client secret"
            description={secretNote(edited)}
            required={edited === null}
            maxLength={4_096}
          />
        )}
        <DialogButtons close={close}>
          <SubmitButton>{edited ? "Save" : "Add provider"}</SubmitButton>
        </DialogButtons>
      </Stack>
    </form>
  );
}

function secretNote(edited: Provider | null): string {
  return edited ? "Leave empty to keep the stored secret." : "Stored encrypted, and never shown again.";
}

function AppleFields({ edited }: { edited: Provider | null }) {
  return (
    <>
      <TextInput
        {...written}
        name="teamId"
        label="Team ID"
        defaultValue={edited?.teamId ?? ""}
        required
        maxLength={10}
      />
      <TextInput {...written} name="keyId" label="Key ID" defaultValue={edited?.keyId ?? ""} required maxLength={10} />
      <Textarea
        {...written}
        name="clientSecret"
        label="Private key"
        description={`The whole .p8 file from Apple. ${secretNote(edited)}`}
        placeholder="-----BEGIN PRIVATE KEY-----"
        required={edited === null}
        maxLength={4_096}
        rows={4}
      />
    </>
  );
}

interface OwnProps {
  edited: Provider | null;
  id: string;
  setId: (id: string) => void;
}

function OwnFields({ edited, id, setId }: OwnProps) {
  return (
    <>
      <TextInput
        {...written}
        name="name"
        label="Name"
        description="Buttons say: Continue with this name."
        defaultValue={edited?.name}
        required
        maxLength={64}
      />
      <TextInput
        {...written}
        name="provider"
        label="ID"
        description="Part of the callback address. It can't be changed later."
        placeholder="acme-login"
        value={id}
        onChange={(event) => setId(event.currentTarget.value)}
        readOnly={edited !== null}
        required
        maxLength={32}
      />
      <TextInput
        {...written}
        name="issuer"
        label="Issuer"
        description="Its configuration is read and checked when you save."
        placeholder="https://login.example.com"
        defaultValue={edited?.issuer ?? ""}
        required
        maxLength={2_048}
        inputMode="url"
      />
      <TextInput
        {...written}
        name="scopes"
        label="Scopes"
        description="Separated by spaces."
        defaultValue={edited?.scopes.join(" ") ?? "openid email profile"}
        maxLength={1_000}
      />
      <NativeSelect
        name="authentication"
        label="Client authentication"
        defaultValue={edited?.authentication ?? ""}
        data={[
          { value: "", label: "As the issuer says" },
          { value: "client_secret_basic", label: "Header (client_secret_basic)" },
          { value: "client_secret_post", label: "Form (client_secret_post)" },
        ]}
      />
    </>
  );
}

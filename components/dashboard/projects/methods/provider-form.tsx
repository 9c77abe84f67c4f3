"use client";

import { Anchor, Input, NativeSelect, Text } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { CopyField } from "@/components/ui/copy-field";
import type { FormAction } from "@/components/ui/form-action";
import { FieldForm } from "@/components/ui/forms/field-form";
import { filledForm, withField } from "@/components/ui/forms/filled-form";
import type { Provider } from "@/lib/sign-in/projects/providers/resource";
import type { Form } from "@/lib/web/forms/resource";
import { PROVIDER_KINDS } from "./provider-kinds";

/** The forms of a known provider, of Apple and of an issuer of the project's own. */
export type ProviderForms = Readonly<Record<"known" | "apple" | "own", Form>>;

interface Props {
  /** `null` adds one. */
  edited: Provider | null;
  /** The IDs that are in use. */
  taken: readonly string[];
  callbackBase: string;
  forms: ProviderForms;
  set: FormAction;
  close: () => void;
}

const OWN = "";

/** The client of a project at a provider. A stored secret is never shown: an empty field keeps it. */
export function ProviderForm({ edited, taken, callbackBase, forms, set, close }: Props) {
  const free = Object.entries(PROVIDER_KINDS).filter(([provider]) => !taken.includes(provider));
  const [chosen, setChosen] = useState(edited?.issuer ? OWN : (edited?.provider ?? free[0]?.[0] ?? OWN));
  const [id, setId] = useState(edited?.provider ?? "");
  const kind = PROVIDER_KINDS[chosen];
  const provider = kind ? chosen : id;
  const note = ({ target }: FormEvent<HTMLElement>) => {
    const { name, value } = target as HTMLInputElement;
    if (name === "provider") setId(value);
  };
  const callback = provider !== "" && (
    <Input.Wrapper label="Callback address" description="Enter exactly this address at the provider.">
      <CopyField label="Callback address" text={`${callbackBase}${provider}`} />
    </Input.Wrapper>
  );
  const form = formOf(kind ? (chosen === "apple" ? forms.apple : forms.known) : forms.own, edited);
  return (
    <div onChange={note}>
      <FieldForm
        form={withField(form, "clientId", { label: kind?.clientId ?? "Client ID" })}
        action={set}
        close={close}
        onDone={close}
        last={!kind && callback}
      >
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
        {kind && callback}
        {kind?.console && (
          <Text size="xs" c="dimmed">
            Create the client in{" "}
            <Anchor href={kind.console.href} target="_blank" rel="noreferrer" inherit>
              {kind.console.name}
            </Anchor>
            .
          </Text>
        )}
      </FieldForm>
    </div>
  );
}

/** Returns the form with the values of the edited provider, whose stored secret stays where none is entered. */
function formOf(form: Form, edited: Provider | null): Form {
  if (edited === null) return form;
  const values = { ...edited, scopes: edited.scopes.join(" "), authentication: edited.authentication ?? "" };
  const words = { title: `Edit ${edited.name}`, submit: "Save" };
  const filled = withField({ ...filledForm(form, values), ...words }, "provider", { isFixed: true });
  const file = form.fields.some(({ name }) => name === "teamId") ? "The whole .p8 file from Apple. " : "";
  const note = `${file}Leave empty to keep the stored secret.`;
  return withField(filled, "clientSecret", { isRequired: false, note });
}

"use client";

import { type ReactNode, type SubmitEvent, useRef } from "react";
import { useAuth } from "../auth-provider";
import { AuthForm, SubmitButton } from "../forms/auth-form";
import { Field, textOf } from "../forms/fields";
import { Panel } from "../panel";
import { useText } from "../use-text";
import { SlugField } from "./slug-field";
import { slugOf } from "./slug-of";

interface CreateProps {
  onCreated?: (organizationId: string) => void;
}

export function CreatePanel(props: CreateProps): ReactNode {
  const text = useText();
  return (
    <Panel part="organization-create" title={text("organization.create")}>
      <CreateForm {...props} />
    </Panel>
  );
}

/** A form for an organization of the user's own, which proposes a short name until one is typed. */
export function CreateForm({ onCreated }: CreateProps): ReactNode {
  const auth = useAuth();
  const text = useText();
  const hasOwnSlug = useRef(false);

  async function submit(fields: FormData) {
    const result = await auth.organizations.create({
      name: textOf(fields, "name").trim(),
      slug: textOf(fields, "slug").trim(),
    });
    if (result.ok) onCreated?.(result.organization.id);
    return result;
  }

  function propose({ currentTarget }: Pick<SubmitEvent<HTMLInputElement>, "currentTarget">) {
    const slug = currentTarget.form?.elements.namedItem("slug");
    if (!hasOwnSlug.current && slug instanceof HTMLInputElement) slug.value = slugOf(currentTarget.value);
  }

  return (
    <AuthForm part="form" onSubmit={submit}>
      <Field
        name="name"
        type="text"
        label={text("field.name")}
        autoComplete="organization"
        maxLength={128}
        onInput={propose}
      />
      <SlugField
        onTyped={(typed) => {
          hasOwnSlug.current = typed !== "";
        }}
      />
      <SubmitButton>{text("organization.createSubmit")}</SubmitButton>
    </AuthForm>
  );
}

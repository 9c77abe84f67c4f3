"use client";

import { type ReactNode, useState } from "react";
import type { Organization } from "../../organization-wire";
import { useAuth } from "../auth-provider";
import { AuthForm, SubmitButton } from "../forms/auth-form";
import { Field, textOf } from "../forms/fields";
import { Notice } from "../panel";
import { Section } from "../profile/section";
import { useText } from "../use-text";
import { SlugField } from "./slug-field";

interface DetailsSectionProps {
  organization: Organization;
  onChanged: () => Promise<void>;
}

/** A form for name, short name and logo. */
export function DetailsSection({ organization, onChanged }: DetailsSectionProps): ReactNode {
  const auth = useAuth();
  const text = useText();
  const [isSaved, setSaved] = useState(false);

  async function submit(fields: FormData) {
    const result = await auth.organizations.update({
      organizationId: organization.id,
      name: textOf(fields, "name").trim(),
      slug: textOf(fields, "slug").trim(),
      logo: textOf(fields, "logo").trim() || null,
    });
    setSaved(result.ok);
    if (result.ok) await onChanged();
    return result;
  }

  return (
    <Section title={text("profile.details")}>
      <Notice>{isSaved ? text("action.saved") : null}</Notice>
      <AuthForm part="form" onSubmit={submit}>
        <Field
          name="name"
          type="text"
          label={text("field.name")}
          autoComplete="organization"
          maxLength={128}
          defaultValue={organization.name}
        />
        <SlugField defaultValue={organization.slug} />
        <Field
          name="logo"
          type="url"
          label={text("organization.logo")}
          autoComplete="off"
          maxLength={2_048}
          required={false}
          defaultValue={organization.logo ?? ""}
        />
        <SubmitButton part="secondary">{text("action.save")}</SubmitButton>
      </AuthForm>
    </Section>
  );
}

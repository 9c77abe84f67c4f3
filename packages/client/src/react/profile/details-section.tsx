"use client";

import { type ReactNode, useState } from "react";
import type { User } from "../../wire";
import { useAuth } from "../auth-provider";
import { AuthForm, SubmitButton } from "../forms/auth-form";
import { Field, textOf } from "../forms/fields";
import { Notice } from "../panel";
import { useText } from "../use-text";
import { Section } from "./section";

/** A form for the user's name. */
export function DetailsSection({ user }: { user: User }): ReactNode {
  const auth = useAuth();
  const text = useText();
  const [isSaved, setSaved] = useState(false);

  async function submit(fields: FormData) {
    const result = await auth.account.updateUser({ name: textOf(fields, "name").trim() });
    setSaved(result.ok);
    return result;
  }

  return (
    <Section title={text("profile.details")}>
      <Notice>{isSaved ? text("action.saved") : null}</Notice>
      <AuthForm part="form" onSubmit={submit}>
        <Field name="name" type="text" label={text("field.name")} autoComplete="name" defaultValue={user.name} />
        <SubmitButton part="secondary">{text("action.save")}</SubmitButton>
      </AuthForm>
    </Section>
  );
}

"use client";

import { type ReactNode, useState } from "react";
import { fail } from "../../failure";
import type { Organization } from "../../organization-wire";
import { useAuth } from "../auth-provider";
import { Field, textOf } from "../forms/fields";
import { Section } from "../profile/section";
import { useText } from "../use-text";
import { Question } from "./question";

interface DeleteSectionProps {
  organization: Organization;
  onLeft: (() => void) | undefined;
}

/** A button that deletes the organization once its name was typed. */
export function DeleteSection({ organization: { id, name }, onLeft }: DeleteSectionProps): ReactNode {
  const auth = useAuth();
  const text = useText();
  const [isAsking, setAsking] = useState(false);

  async function remove(fields: FormData) {
    if (textOf(fields, "name").trim() !== name) return fail("name_mismatch", "The name is another");
    const result = await auth.organizations.delete({ organizationId: id });
    if (result.ok) onLeft?.();
    return result;
  }

  return (
    <Section title={text("organization.delete")}>
      <p data-part="text">{text("organization.deleteText", { name })}</p>
      {isAsking ? (
        <Question
          isDangerous
          button={text("profile.deleteConfirm")}
          onAnswer={remove}
          onCancel={() => setAsking(false)}
        >
          <Field
            name="name"
            type="text"
            label={text("organization.typeName", { name })}
            autoComplete="off"
            invalidFor={["name_mismatch"]}
          />
        </Question>
      ) : (
        <button type="button" data-part="danger" onClick={() => setAsking(true)}>
          {text("organization.delete")}
        </button>
      )}
    </Section>
  );
}

"use client";

import type { ReactNode } from "react";
import type { FormAction } from "@/components/ui/form-action";
import { FormPlace, PlacedFormButton } from "@/components/ui/forms/form-place";
import type { Form } from "@/lib/web/forms/resource";
import { WebhookSecret } from "./webhook-secret";

interface Made {
  url: string;
  secret: string;
}

interface Props {
  form: Form;
  create: FormAction<Made>;
  children: ReactNode;
}

/** The part of a page that holds the button which creates a webhook. */
export function WebhookCreation({ form, create, children }: Props) {
  const creation = {
    ...({ command: "create-webhook", keys: "c", dialog: "lg", form, action: create } as const),
    result: (made: Made, close: () => void) => <WebhookSecret {...made} close={close} />,
  };
  return <FormPlace forms={[creation]}>{children}</FormPlace>;
}

export function CreateWebhook() {
  return (
    <PlacedFormButton command="create-webhook" keys="c">
      Create webhook
    </PlacedFormButton>
  );
}

"use client";

import { Stack, Text } from "@mantine/core";
import { ActionForm } from "@/components/ui/action-form";
import { Consequences } from "@/components/ui/consequences";
import { DialogButtons } from "@/components/ui/dialog-buttons";
import { FieldForm } from "@/components/ui/forms/field-form";
import { filledForm } from "@/components/ui/forms/filled-form";
import { Moment } from "@/components/ui/moment";
import { Refusal } from "@/components/ui/refusal";
import { SubmitButton } from "@/components/ui/submit-button";
import { useFormAction } from "@/components/ui/use-form-action";
import type { WebhookEndpoint } from "@/lib/sign-in/webhooks/resource";
import type { WebhookChanges } from "./changes";
import { WebhookSecret } from "./webhook-secret";
import { shortAddress } from "./words";

interface Props {
  webhook: WebhookEndpoint;
  changes: WebhookChanges;
  close: () => void;
}

export function EditWebhook({ webhook, changes, close }: Props) {
  return (
    <FieldForm
      form={filledForm(changes.form, webhook)}
      action={(previous, form) => changes.update(webhook.id, previous, form)}
      close={close}
      onDone={close}
    />
  );
}

export function RotateSecret({ webhook: { id, url, previousSecretUntil }, changes, close }: Props) {
  const { state, form } = useFormAction<{ secret: string; previousSecretUntil: string | null }>((previous, data) =>
    changes.rotate(id, previous, data),
  );
  if (state?.isDone) {
    const { secret, previousSecretUntil: until } = state.value;
    return (
      <WebhookSecret url={url} secret={secret} close={close}>
        {until !== null && (
          <>
            The old secret signs too until <Moment at={until} form="exact" />.
          </>
        )}
      </WebhookSecret>
    );
  }
  return (
    <form {...form}>
      <Stack gap="sm">
        <Refusal message={state?.message ?? null} />
        <Text>
          You get a new secret. For 24 hours, the old one signs each event too, so that you can replace it without
          losing any.
        </Text>
        {previousSecretUntil !== null && (
          <Text>
            An earlier rotation isn't over: the secret from before it would sign until{" "}
            <Moment at={previousSecretUntil} form="exact" />, and stops immediately.
          </Text>
        )}
        <DialogButtons close={close}>
          <SubmitButton>Rotate secret</SubmitButton>
        </DialogButtons>
      </Stack>
    </form>
  );
}

export function DeleteWebhook({ webhook: { id, url }, changes, close }: Props) {
  return (
    <ActionForm action={(previous, form) => changes.remove(id, previous, form)} onDone={close}>
      <Consequences
        goes={`The webhook to ${shortAddress(url)}, its secret, and its deliveries. Nothing more is sent.`}
        stays="Your users and sessions, and the audit log."
        undo="This can't be undone."
      />
      <DialogButtons close={close}>
        <SubmitButton color="red">Delete</SubmitButton>
      </DialogButtons>
    </ActionForm>
  );
}

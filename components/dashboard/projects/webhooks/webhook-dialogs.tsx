"use client";

import { Text } from "@mantine/core";
import { DeleteForm } from "@/components/ui/forms/delete-form";
import { FieldForm } from "@/components/ui/forms/field-form";
import { filledForm } from "@/components/ui/forms/filled-form";
import { Moment } from "@/components/ui/moment";
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
      action={changes.update.bind(null, webhook.id)}
      close={close}
      onDone={close}
    />
  );
}

interface Rotated {
  secret: string;
  previousSecretUntil: string | null;
}

const ROTATION = { title: "Rotate secret", submit: "Rotate secret", fields: [] };

export function RotateSecret({ webhook: { id, url, previousSecretUntil }, changes, close }: Props) {
  return (
    <FieldForm<Rotated>
      form={ROTATION}
      action={changes.rotate.bind(null, id)}
      close={close}
      result={({ secret, previousSecretUntil: until }) => (
        <WebhookSecret url={url} secret={secret} close={close}>
          {until !== null && (
            <>
              The old secret signs too until <Moment at={until} form="exact" />.
            </>
          )}
        </WebhookSecret>
      )}
    >
      <Text>
        You get a new secret. For 24 hours, the old one signs each event too, so that you can replace it without losing
        any.
      </Text>
      {previousSecretUntil !== null && (
        <Text>
          An earlier rotation isn't over: the secret from before it would sign until{" "}
          <Moment at={previousSecretUntil} form="exact" />, and stops immediately.
        </Text>
      )}
    </FieldForm>
  );
}

export function DeleteWebhook({ webhook: { id, url }, changes, close }: Props) {
  return (
    <DeleteForm
      title="Delete webhook"
      goes={`The webhook to ${shortAddress(url)}, its secret, and its deliveries. Nothing more is sent.`}
      stays="Your users and sessions, and the audit log."
      undo="This can't be undone."
      action={changes.remove.bind(null, id)}
      close={close}
    />
  );
}

import "server-only";
import type { WebhookChanges } from "@/components/dashboard/projects/webhooks/changes";
import type { CurrentProject } from "@/lib/web/current-project";
import { removeWebhook, rotateWebhookSecret, sendTestWebhook, switchWebhook, updateWebhook } from "./actions";
import { EDITED_WEBHOOK } from "./forms";

/** Returns the actions on a project's webhooks, which still take the webhook. */
export function webhookChanges(here: CurrentProject["here"]): WebhookChanges {
  return {
    form: EDITED_WEBHOOK,
    update: here(updateWebhook),
    switchTo: here(switchWebhook),
    rotate: here(rotateWebhookSecret),
    test: here(sendTestWebhook),
    remove: here(removeWebhook),
  };
}

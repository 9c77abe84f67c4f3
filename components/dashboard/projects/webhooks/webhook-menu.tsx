"use client";

import { IconKey, IconPencil, IconPlayerPause, IconPlayerPlay, IconSend, IconTrash } from "@tabler/icons-react";
import { Dialog } from "@/components/ui/dialog";
import { RowMenu } from "@/components/ui/row-menu";
import { useAsked } from "@/components/ui/use-asked";
import { useOutcome } from "@/components/ui/use-outcome";
import type { WebhookEndpoint } from "@/lib/sign-in/webhooks/resource";
import type { WebhookChanges } from "./changes";
import { DeleteWebhook, EditWebhook, RotateSecret } from "./webhook-dialogs";
import { shortAddress } from "./words";

interface Props {
  webhook: WebhookEndpoint;
  changes: WebhookChanges;
}

const TITLES = { edit: "Edit webhook", rotate: "Rotate secret", remove: "Delete webhook" } as const;

/** The actions on a webhook, and their dialogs. */
export function WebhookMenu({ webhook, changes }: Props) {
  const { id, url, status } = webhook;
  const { run } = useOutcome();
  const { asked, isAsking, ask, close } = useAsked<keyof typeof TITLES>();
  const isEnabled = status === "enabled";
  const test = {
    label: "Send test event",
    icon: IconSend,
    onSelect: () => run(() => changes.test(id), "Test event sent"),
  };
  const dialog = { webhook, changes, close };
  return (
    <>
      <RowMenu
        label={`Actions for ${shortAddress(url)}`}
        actions={[
          { label: "Edit", icon: IconPencil, onSelect: () => ask("edit") },
          ...(isEnabled ? [test] : []),
          { label: "Rotate secret", icon: IconKey, onSelect: () => ask("rotate") },
          isEnabled
            ? {
                label: "Disable",
                icon: IconPlayerPause,
                onSelect: () => run(() => changes.switchTo(id, false), "Webhook disabled"),
              }
            : {
                label: "Enable",
                icon: IconPlayerPlay,
                onSelect: () => run(() => changes.switchTo(id, true), "Webhook enabled"),
              },
          { label: "Delete", icon: IconTrash, isDestructive: true, onSelect: () => ask("remove") },
        ]}
      />
      <Dialog
        opened={isAsking}
        onClose={close}
        title={asked && TITLES[asked]}
        size="lg"
        // Typed text and the new secret are not lost by a click beside them.
        closeOnClickOutside={asked === "remove"}
      >
        {asked === "edit" && <EditWebhook {...dialog} />}
        {asked === "rotate" && <RotateSecret {...dialog} />}
        {asked === "remove" && <DeleteWebhook {...dialog} />}
      </Dialog>
    </>
  );
}

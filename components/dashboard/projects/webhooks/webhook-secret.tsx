import { Stack } from "@mantine/core";
import type { ReactNode } from "react";
import { CopyField } from "@/components/ui/copy-field";
import { ShownSecret } from "@/components/ui/forms/shown-secret";
import classes from "./webhooks.module.css";

interface Props {
  url: string;
  secret: string;
  /** The further things to know, such as the time for which the old secret is used. */
  children?: ReactNode;
  close: () => void;
}

/** The secret of a webhook, which only this shows, and how a server checks signatures with it. */
export function WebhookSecret({ url, secret, children, close }: Props) {
  const { settings, code } = verificationOf(url, secret);
  return (
    <ShownSecret
      title="Copy the signing secret now"
      warning={children}
      label="Signing secret"
      secret={secret}
      close={close}
    >
      <div>
        <h3 className={classes.part}>Check signatures on your server</h3>
        <Stack gap="xs">
          <CopyField label="Environment" text={settings} />
          <CopyField label="Server" text={code} />
        </Stack>
      </div>
    </ShownSecret>
  );
}

/** Returns the settings and the code by which a Node server takes a webhook's events. */
function verificationOf(url: string, secret: string): { settings: string; code: string } {
  const { pathname } = new URL(url);
  return {
    settings: `WEBHOOK_SECRET=${secret}`,
    code: `// npm install express standardwebhooks
import express from "express";
import { Webhook } from "standardwebhooks";

const webhook = new Webhook(process.env.WEBHOOK_SECRET);

express()
  .post(${JSON.stringify(pathname)}, express.raw({ type: "*/*" }), (request, response) => {
    // Throws when the event isn't from here.
    const { type, data } = webhook.verify(request.body, request.headers);
    console.log(type, data);
    response.sendStatus(204);
  })
  .listen(3000);`,
  };
}

"use client";

import { ScriptButton } from "@/components/ui/script-button";
import { useOutcome } from "@/components/ui/use-outcome";
import type { WebhookEndpoint } from "@/lib/sign-in/webhooks/resource";
import type { Outcome } from "@/lib/web/resource";
import classes from "./webhooks.module.css";
import { DISABLED_FOR } from "./words";

interface Props {
  webhook: Pick<WebhookEndpoint, "disabledReason">;
  /** `null` for a member who may not. */
  enable: (() => Promise<Outcome>) | null;
}

/** Says why nothing is sent, and how that ends. */
export function DisabledBanner({ webhook: { disabledReason }, enable }: Props) {
  const { run, isWorking } = useOutcome();
  return (
    <section className={classes.banner} aria-labelledby="disabled">
      <div>
        <h2 className={classes.bannerTitle} id="disabled">
          This webhook is disabled
        </h2>
        <p>
          {DISABLED_FOR[disabledReason ?? ""]} New events aren't sent, and won't be sent later either.
          {!enable && " Developers, admins and owners can enable it."}
        </p>
      </div>
      {enable && (
        <ScriptButton variant="default" loading={isWorking} onClick={() => run(enable, "Webhook enabled")}>
          Enable webhook
        </ScriptButton>
      )}
    </section>
  );
}

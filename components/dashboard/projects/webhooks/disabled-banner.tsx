import { ActionButton } from "@/components/ui/action-button";
import { Banner } from "@/components/ui/banner";
import type { WebhookEndpoint } from "@/lib/sign-in/webhooks/resource";
import type { Outcome } from "@/lib/web/resource";
import { DISABLED_FOR } from "./words";

interface Props {
  webhook: Pick<WebhookEndpoint, "disabledReason">;
  /** `null` for a member who may not. */
  enable: (() => Promise<Outcome>) | null;
}

/** Says why nothing is sent, and how that ends. */
export function DisabledBanner({ webhook: { disabledReason }, enable }: Props) {
  return (
    <Banner
      id="disabled"
      title="This webhook is disabled"
      action={
        enable && (
          <ActionButton action={enable} done="Webhook enabled">
            Enable webhook
          </ActionButton>
        )
      }
    >
      <p>
        {DISABLED_FOR[disabledReason ?? ""]} New events aren't sent, and won't be sent later either.
        {!enable && " Developers, admins and owners can enable it."}
      </p>
    </Banner>
  );
}

import { IconSend } from "@tabler/icons-react";
import { LivePage } from "@/components/dashboard/databases/live-page";
import { DeliveryList } from "@/components/dashboard/projects/webhooks/delivery-list";
import { DeliverySheet } from "@/components/dashboard/projects/webhooks/delivery-sheet";
import { DisabledBanner } from "@/components/dashboard/projects/webhooks/disabled-banner";
import { WebhookFacts } from "@/components/dashboard/projects/webhooks/webhook-facts";
import { WebhookMenu } from "@/components/dashboard/projects/webhooks/webhook-menu";
import { shortAddress } from "@/components/dashboard/projects/webhooks/words";
import { ActionButton } from "@/components/ui/action-button";
import { EmptyState } from "@/components/ui/empty-state";
import { askedText, defineList } from "@/components/ui/lists/define-list";
import { FilteredList } from "@/components/ui/lists/filtered-list";
import { PageHeading } from "@/components/ui/page-heading";
import { DELIVERY_STATUSES, listWebhookDeliveries } from "@/lib/sign-in/webhooks/list-deliveries";
import { showWebhook } from "@/lib/sign-in/webhooks/show";
import { showWebhookDelivery } from "@/lib/sign-in/webhooks/show-delivery";
import { enterProject, type ProjectPlace } from "@/lib/web/current-project";
import { pagesOf } from "@/lib/web/define-page";
import { resendWebhook } from "../actions";
import { webhookChanges } from "../changes";

const LABELS = { pending: "Pending", delivered: "Delivered", failed: "Failed" } as const;

const DELIVERY_LIST = defineList({
  noun: "delivery",
  plural: "deliveries",
  filters: [{ name: "status", choices: DELIVERY_STATUSES.map((id) => ({ id, label: LABELS[id] })) }],
});

/** An attempt that comes this soon is watched closely. */
const SOON_MS = 10_000;

const webhookPage = pagesOf(async (place: ProjectPlace & { endpointId: string }) => {
  const current = await enterProject(place);
  return { ...current, webhook: await showWebhook(current.ctx, place) };
});

export const generateMetadata = webhookPage.titled(({ webhook }) => shortAddress(webhook.url));

/** `?status=` filters the deliveries, `?before=` shows older ones, and `?delivery=` opens one of them at the side. */
export default webhookPage(async ({ organisationId, projectId, endpointId, ctx, webhook, may, here, home, asked }) => {
  const status = DELIVERY_STATUSES.find((each) => each === asked.status);
  const before = askedText(asked.before);
  const deliveryId = typeof asked.delivery === "string" ? asked.delivery : null;
  const [{ items, nextCursor }, shown] = await Promise.all([
    listWebhookDeliveries(ctx, { organisationId, projectId, endpointId, status, before }),
    deliveryId && showWebhookDelivery(ctx, { organisationId, projectId, deliveryId }),
  ]);
  const changes = may("projects:write") ? webhookChanges(here) : null;
  const list = `${home}/webhooks`;
  const address = `${list}/${endpointId}`;
  const query = { ...(status && { status }) };
  const shownPage = { ...query, ...(before && { before }) };
  const soon = ctx.clock.now().getTime() + SOON_MS;
  const isEnabled = webhook.status === "enabled";
  return (
    <>
      <PageHeading title={shortAddress(webhook.url)} parent={{ href: list, label: "Webhooks" }}>
        {changes && (
          <>
            {isEnabled && (
              <ActionButton
                leftSection={<IconSend size={16} aria-hidden />}
                action={changes.test.bind(null, endpointId)}
                done="Test event sent"
              >
                Send test event
              </ActionButton>
            )}
            <WebhookMenu webhook={webhook} changes={changes} />
          </>
        )}
      </PageHeading>
      {!isEnabled && (
        <DisabledBanner webhook={webhook} enable={changes?.switchTo.bind(null, endpointId, true) ?? null} />
      )}
      <WebhookFacts webhook={webhook} />
      <h2 className="section-heading">Deliveries</h2>
      <FilteredList
        {...{ list: DELIVERY_LIST, address, query, items, nextCursor, before }}
        none={<EmptyState title="No deliveries yet" text="Each event that is sent here is listed for 30 days." />}
      >
        <DeliveryList address={address} query={shownPage} deliveries={items} />
      </FilteredList>
      {shown && shown.endpointId === endpointId && (
        <DeliverySheet
          key={shown.id}
          delivery={shown}
          back={`${address}?${new URLSearchParams(shownPage)}`}
          resend={changes && isEnabled ? here(resendWebhook, shown.id) : null}
        />
      )}
      <LivePage
        isChanging={items.some(({ nextAttemptAt }) => nextAttemptAt !== null && Date.parse(nextAttemptAt) < soon)}
      />
    </>
  );
});

import type { Metadata } from "next";
import { cache } from "react";
import { LivePage } from "@/components/dashboard/databases/live-page";
import { DeliveryList } from "@/components/dashboard/projects/webhooks/delivery-list";
import { DeliverySheet } from "@/components/dashboard/projects/webhooks/delivery-sheet";
import { DisabledBanner } from "@/components/dashboard/projects/webhooks/disabled-banner";
import { SendTest } from "@/components/dashboard/projects/webhooks/send-test";
import { WebhookFacts } from "@/components/dashboard/projects/webhooks/webhook-facts";
import { WebhookMenu } from "@/components/dashboard/projects/webhooks/webhook-menu";
import classes from "@/components/dashboard/projects/webhooks/webhooks.module.css";
import { shortAddress } from "@/components/dashboard/projects/webhooks/words";
import { EmptyState } from "@/components/ui/empty-state";
import { askedText, defineList } from "@/components/ui/lists/define-list";
import { FilteredList } from "@/components/ui/lists/filtered-list";
import { PageHeading } from "@/components/ui/page-heading";
import { hasPermission } from "@/lib/core/access/permissions";
import { DELIVERY_STATUSES, listWebhookDeliveries } from "@/lib/sign-in/webhooks/list-deliveries";
import { showWebhook } from "@/lib/sign-in/webhooks/show";
import { showWebhookDelivery } from "@/lib/sign-in/webhooks/show-delivery";
import { requireProjectPage } from "@/lib/web/current-project";
import { orNotFound } from "@/lib/web/or-not-found";
import { resendWebhook } from "../actions";
import { webhookChanges } from "../changes";

type Props = PageProps<"/dashboard/[organisationId]/projects/[projectId]/webhooks/[endpointId]">;

const LABELS = { pending: "Pending", delivered: "Delivered", failed: "Failed" } as const;

const DELIVERY_LIST = defineList({
  noun: "delivery",
  plural: "deliveries",
  filters: [{ name: "status", choices: DELIVERY_STATUSES.map((id) => ({ id, label: LABELS[id] })) }],
});

/** An attempt that comes this soon is watched closely. */
const SOON_MS = 10_000;

/** Reads the webhook of the page once in a request. */
const requireWebhook = cache(async (organisationId: string, projectId: string, endpointId: string) => {
  const current = await requireProjectPage(organisationId, projectId);
  const webhook = await orNotFound(() => showWebhook(current.ctx, { organisationId, projectId, endpointId }));
  return { ...current, webhook };
});

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { organisationId, projectId, endpointId } = await params;
  const { webhook } = await requireWebhook(organisationId, projectId, endpointId);
  return { title: shortAddress(webhook.url) };
}

/** `?status=` filters the deliveries, `?before=` shows older ones, and `?delivery=` opens one of them at the side. */
export default async function WebhookPage({ params, searchParams }: Props) {
  const { organisationId, projectId, endpointId } = await params;
  const asked = await searchParams;
  const { ctx, member, project, webhook } = await requireWebhook(organisationId, projectId, endpointId);
  const webhookAddress = { organisationId, projectId, endpointId };
  const status = DELIVERY_STATUSES.find((each) => each === asked.status);
  const before = askedText(asked.before);
  const deliveryId = typeof asked.delivery === "string" ? asked.delivery : null;
  const [{ items, nextCursor }, shown] = await orNotFound(() =>
    Promise.all([
      listWebhookDeliveries(ctx, { ...webhookAddress, status, before }),
      deliveryId && showWebhookDelivery(ctx, { organisationId, projectId, deliveryId }),
    ]),
  );
  const mayWrite = project.status === "active" && hasPermission(member.role, "projects:write");
  const changes = mayWrite ? webhookChanges(organisationId, projectId) : null;
  const home = `/dashboard/${organisationId}/projects/${projectId}/webhooks`;
  const address = `${home}/${endpointId}`;
  const query = { ...(status && { status }) };
  const shownPage = { ...query, ...(before && { before }) };
  const soon = ctx.clock.now().getTime() + SOON_MS;
  const isEnabled = webhook.status === "enabled";
  return (
    <>
      <PageHeading title={shortAddress(webhook.url)} parent={{ href: home, label: "Webhooks" }}>
        {changes && (
          <>
            {isEnabled && <SendTest test={changes.test.bind(null, endpointId)} />}
            <WebhookMenu webhook={webhook} changes={changes} />
          </>
        )}
      </PageHeading>
      {!isEnabled && (
        <DisabledBanner webhook={webhook} enable={changes?.switchTo.bind(null, endpointId, true) ?? null} />
      )}
      <WebhookFacts webhook={webhook} />
      <h2 className={classes.deliveries}>Deliveries</h2>
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
          resend={changes && isEnabled ? resendWebhook.bind(null, organisationId, projectId, shown.id) : null}
        />
      )}
      <LivePage
        isChanging={items.some(({ nextAttemptAt }) => nextAttemptAt !== null && Date.parse(nextAttemptAt) < soon)}
      />
    </>
  );
}

import { MenuTable } from "@/components/ui/lists/menu-table";
import { Moment } from "@/components/ui/moment";
import { RowLink } from "@/components/ui/row-link";
import { StatusWord } from "@/components/ui/status-word";
import type { ListedWebhook } from "@/lib/sign-in/webhooks/resource";
import type { WebhookChanges } from "./changes";
import { WebhookMenu } from "./webhook-menu";
import classes from "./webhooks.module.css";
import { deliveryKind, eventsWords, shortAddress, stateWords } from "./words";

interface Props {
  /** The address of this list. */
  home: string;
  webhooks: readonly ListedWebhook[];
  /** `null` for a member who may not change them. */
  changes: WebhookChanges | null;
}

export function WebhookTable({ home, webhooks, changes }: Props) {
  return (
    <MenuTable
      label="Webhooks"
      minWidth={720}
      rows={webhooks}
      isDimmed={({ status }) => status !== "enabled"}
      columns={[
        { name: "Address", cell: (webhook) => <Address home={home} of={webhook} /> },
        { name: "Events", className: classes.events, cell: ({ events }) => eventsWords(events) },
        { name: "Last delivery", cell: ({ lastDelivery }) => <LastDelivery of={lastDelivery} /> },
        { name: "Created", cell: ({ createdAt }) => <Moment at={createdAt} /> },
      ]}
      end={(webhook) => changes && <WebhookMenu webhook={webhook} changes={changes} />}
    />
  );
}

function Address({ home, of: webhook }: { home: string; of: ListedWebhook }) {
  const { id, url, description } = webhook;
  const state = stateWords(webhook);
  return (
    <>
      <RowLink href={`${home}/${id}`} name={shortAddress(url)}>
        {state && <StatusWord kind={state.kind}>{state.words}</StatusWord>}
      </RowLink>
      {description && <span className="meta">{description}</span>}
    </>
  );
}

function LastDelivery({ of }: { of: ListedWebhook["lastDelivery"] }) {
  if (of === null) return "None yet";
  return (
    <span className={classes.last}>
      <StatusWord kind={deliveryKind(of)}>{of.status}</StatusWord>
      <Moment at={of.createdAt} />
    </span>
  );
}

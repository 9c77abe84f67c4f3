import { KeepFocus } from "@/components/ui/keep-focus";
import { Listing } from "@/components/ui/listing";
import { Moment } from "@/components/ui/moment";
import { PageLink } from "@/components/ui/page-link";
import { PendingLink } from "@/components/ui/pending-link";
import rowName from "@/components/ui/row-name.module.css";
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

const COLUMNS = ["Address", "Events", "Last delivery", "Created"] as const;

export function WebhookTable({ home, webhooks, changes }: Props) {
  return (
    <KeepFocus label="Webhooks">
      <Listing label="Webhooks" minWidth={720} columns={COLUMNS} stacks>
        {webhooks.map((webhook) => {
          const { id, url, description, events, lastDelivery, createdAt } = webhook;
          const state = stateWords(webhook);
          return (
            <tr key={id} data-dimmed={webhook.status !== "enabled" || undefined}>
              <th scope="row">
                <div className={rowName.name}>
                  <PageLink href={`${home}/${id}`} data-row-link>
                    {shortAddress(url)}
                    <PendingLink />
                  </PageLink>
                  {state && <StatusWord kind={state.kind}>{state.words}</StatusWord>}
                </div>
                {description && <span className={classes.meta}>{description}</span>}
              </th>
              <td data-label="Events" className={classes.events}>
                {eventsWords(events)}
              </td>
              <td data-label="Last delivery">
                {lastDelivery === null ? (
                  "None yet"
                ) : (
                  <span className={classes.last}>
                    <StatusWord kind={deliveryKind(lastDelivery)}>{lastDelivery.status}</StatusWord>
                    <Moment at={lastDelivery.createdAt} />
                  </span>
                )}
              </td>
              <td data-label="Created">
                <Moment at={createdAt} />
              </td>
              <td data-actions>{changes && <WebhookMenu webhook={webhook} changes={changes} />}</td>
            </tr>
          );
        })}
      </Listing>
    </KeepFocus>
  );
}

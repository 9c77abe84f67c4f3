import { Listing } from "@/components/ui/listing";
import { Moment } from "@/components/ui/moment";
import { PageLink } from "@/components/ui/page-link";
import { PendingLink } from "@/components/ui/pending-link";
import rowName from "@/components/ui/row-name.module.css";
import { StatusWord } from "@/components/ui/status-word";
import type { WebhookDelivery } from "@/lib/sign-in/webhooks/resource";
import classes from "./webhooks.module.css";
import { deliveryKind, durationText, outcomeWords } from "./words";

interface Props {
  /** The page of the webhook, and its filter. */
  address: string;
  query: Readonly<Record<string, string>>;
  deliveries: readonly WebhookDelivery[];
}

const COLUMNS = [
  "Event",
  "Status",
  "Answer",
  { name: "Attempts", isFigure: true },
  { name: "Took", isFigure: true },
  "Time",
] as const;

export function DeliveryList({ address, query, deliveries }: Props) {
  return (
    <Listing label="Deliveries" minWidth={720} columns={COLUMNS} stacks hasActions={false}>
      {deliveries.map((delivery) => {
        const { id, type, attempts, status, lastAttempt, nextAttemptAt, createdAt } = delivery;
        return (
          <tr key={id}>
            <th scope="row">
              <div className={rowName.name}>
                <PageLink
                  href={`${address}?${new URLSearchParams({ ...query, delivery: id })}`}
                  scroll={false}
                  data-row-link
                >
                  <code>{type}</code>
                  <PendingLink />
                </PageLink>
              </div>
            </th>
            <td>
              <StatusWord kind={deliveryKind(delivery)}>{status}</StatusWord>
              {nextAttemptAt !== null && attempts > 0 && (
                <span className={classes.meta}>
                  , again <Moment at={nextAttemptAt} />
                </span>
              )}
            </td>
            <td data-label={lastAttempt ? "Answer" : undefined}>{lastAttempt && outcomeWords(lastAttempt)}</td>
            <td data-figure data-label="Attempts">
              {attempts}
            </td>
            <td data-figure data-label={lastAttempt ? "Took" : undefined}>
              {lastAttempt && durationText(lastAttempt.durationMs)}
            </td>
            <td data-label="Time">
              <Moment at={createdAt} />
            </td>
          </tr>
        );
      })}
    </Listing>
  );
}

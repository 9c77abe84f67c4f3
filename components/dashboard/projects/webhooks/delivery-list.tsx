import { DataTable } from "@/components/ui/lists/data-table";
import { Moment } from "@/components/ui/moment";
import { RowLink } from "@/components/ui/row-link";
import { StatusWord } from "@/components/ui/status-word";
import type { WebhookDelivery } from "@/lib/sign-in/webhooks/resource";
import { deliveryKind, durationText, outcomeWords } from "./words";

interface Props {
  /** The page of the webhook, and its filter. */
  address: string;
  query: Readonly<Record<string, string>>;
  deliveries: readonly WebhookDelivery[];
}

export function DeliveryList({ address, query, deliveries }: Props) {
  return (
    <DataTable
      label="Deliveries"
      minWidth={720}
      rows={deliveries}
      columns={[
        {
          name: "Event",
          cell: ({ id, type }) => (
            <RowLink
              href={`${address}?${new URLSearchParams({ ...query, delivery: id })}`}
              name={<code>{type}</code>}
              keepsPlace
            />
          ),
        },
        { name: "Status", card: null, cell: (delivery) => <DeliveryStatus of={delivery} /> },
        {
          name: "Answer",
          card: answered("Answer"),
          cell: ({ lastAttempt }) => lastAttempt && outcomeWords(lastAttempt),
        },
        { name: "Attempts", isFigure: true, cell: ({ attempts }) => attempts },
        {
          ...{ name: "Took", isFigure: true, card: answered("Took") },
          cell: ({ lastAttempt }) => lastAttempt && durationText(lastAttempt.durationMs),
        },
        { name: "Time", cell: ({ createdAt }) => <Moment at={createdAt} /> },
      ]}
    />
  );
}

const answered =
  (name: string) =>
  ({ lastAttempt }: WebhookDelivery) =>
    lastAttempt ? name : null;

function DeliveryStatus({ of }: { of: WebhookDelivery }) {
  const { status, nextAttemptAt, attempts } = of;
  return (
    <>
      <StatusWord kind={deliveryKind(of)}>{status}</StatusWord>
      {nextAttemptAt !== null && attempts > 0 && (
        <span className="meta">
          , again <Moment at={nextAttemptAt} />
        </span>
      )}
    </>
  );
}

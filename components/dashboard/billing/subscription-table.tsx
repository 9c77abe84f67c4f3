import { DataTable } from "@/components/ui/lists/data-table";
import { Moment } from "@/components/ui/moment";
import { PageLink } from "@/components/ui/page-link";
import { StatusWord } from "@/components/ui/status-word";
import type { Subscription } from "@/lib/services/billing/resource";

interface Props {
  /** The address of the organisation's pages. */
  home: string;
  subscriptions: readonly Subscription[];
}

/** The subscriptions that pay for the plan of an organisation and the limits of its projects. */
export function SubscriptionTable({ home, subscriptions }: Props) {
  return (
    <DataTable
      label="Subscriptions"
      minWidth={480}
      rows={subscriptions}
      columns={[
        {
          name: "For",
          cell: ({ project }) =>
            project ? (
              <PageLink href={`${home}/projects/${project.id}/usage`}>{project.name}</PageLink>
            ) : (
              "Organisation"
            ),
        },
        { name: "Plan", card: null, cell: ({ plan }) => plan.charAt(0).toUpperCase() + plan.slice(1) },
        { name: "State", card: null, cell: (subscription) => <State {...subscription} /> },
      ]}
    />
  );
}

function State({ status, isGranted, cancelAtPeriodEnd, currentPeriodEnd, graceUntil }: Subscription) {
  const end = currentPeriodEnd && <Moment at={currentPeriodEnd} form="exact" />;
  if (graceUntil) {
    return (
      <StatusWord kind="warning">
        Past due, kept until <Moment at={graceUntil} form="exact" />
      </StatusWord>
    );
  }
  if (!isGranted) return <StatusWord kind="quiet">{ENDED[status] ?? "Ended"}</StatusWord>;
  if (end === null) return <StatusWord kind="good">Paid</StatusWord>;
  if (cancelAtPeriodEnd) return <StatusWord kind="warning">Ends {end}</StatusWord>;
  return (
    <StatusWord kind="good">
      {status === "trialing" ? "Trial until" : "Renews"} {end}
    </StatusWord>
  );
}

const ENDED: Readonly<Record<string, string>> = {
  past_due: "Payment failed",
  unpaid: "Payment failed",
  incomplete: "Waiting for the first payment",
  incomplete_expired: "Never paid",
  paused: "Paused",
};

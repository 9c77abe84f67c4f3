import { FilterChip } from "@/components/ui/filter-chip";
import { ListToolbar } from "@/components/ui/list-toolbar";
import classes from "./webhooks.module.css";

interface Props {
  /** The page of the webhook. */
  address: string;
  statuses: readonly string[];
  status: string | undefined;
}

const LABELS: Readonly<Record<string, string>> = { pending: "Pending", delivered: "Delivered", failed: "Failed" };

export function DeliveryToolbar({ address, statuses, status }: Props) {
  return (
    <>
      <h2 className={classes.deliveries}>Deliveries</h2>
      <ListToolbar>
        {statuses.map((each) => (
          <FilterChip key={each} href={each === status ? address : `${address}?status=${each}`} isOn={each === status}>
            {LABELS[each]}
          </FilterChip>
        ))}
      </ListToolbar>
    </>
  );
}

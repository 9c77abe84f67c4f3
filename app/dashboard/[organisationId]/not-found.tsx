import { EmptyState } from "@/components/dashboard/empty-state";
import { LinkButton } from "@/components/dashboard/link";

export default function NotFound() {
  return (
    <EmptyState level={1} title="Nothing is here" text="It may have been deleted, or the address is not right.">
      <LinkButton href="/dashboard" variant="default">
        Go to the databases
      </LinkButton>
    </EmptyState>
  );
}

import { EmptyState } from "@/components/ui/empty-state";
import { LinkButton } from "@/components/ui/link";

/** What is inside the frame of a place where the address leads to nothing. */
export function PageNotFound() {
  return (
    <EmptyState
      level={1}
      title="Page not found"
      text="It may have been deleted, the address may be wrong, or you may not have access."
    >
      <LinkButton href="/dashboard" variant="default">
        Go to databases
      </LinkButton>
    </EmptyState>
  );
}

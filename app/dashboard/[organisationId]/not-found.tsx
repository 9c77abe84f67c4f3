import { EmptyState } from "@/components/dashboard/empty-state";

export default function NotFound() {
  return <EmptyState level={1} title="Nothing is here" text="It may have been deleted, or the address is not right." />;
}

import { EmptyState } from "@/components/ui/empty-state";
import { LinkButton } from "@/components/ui/link";

interface Props {
  text?: string;
  /** The address of the page that would list it. */
  back?: { href: string; label: string };
}

/** The content of the frame when the address leads to nothing. */
export function PageNotFound({
  text = "It may have been deleted, the address may be wrong, or you may not have access.",
  back = { href: "/dashboard", label: "Go to databases" },
}: Props) {
  return (
    <EmptyState level={1} title="Page not found" text={text}>
      <LinkButton href={back.href} variant="default">
        {back.label}
      </LinkButton>
    </EmptyState>
  );
}

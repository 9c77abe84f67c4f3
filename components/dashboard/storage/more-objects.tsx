import { Group } from "@mantine/core";
import { LinkButton } from "@/components/ui/link";
import { listAddress } from "./words";

interface Props {
  address: string;
  query: Readonly<Record<"folder" | "search" | "after", string>>;
  /** The cursor of the next page; `null` on the last one. */
  nextCursor: string | null;
}

/** The links to the next page of a folder, and back to its first. */
export function MoreObjects({ address, query, nextCursor }: Props) {
  const { after } = query;
  if (nextCursor === null && after === "") return null;
  return (
    <Group component="nav" aria-label="Pages" justify="center" gap="xs" mt="md">
      {after !== "" && (
        <LinkButton href={listAddress(address, { ...query, after: "" })} variant="default">
          Back to the start
        </LinkButton>
      )}
      {nextCursor !== null && (
        <LinkButton href={listAddress(address, { ...query, after: nextCursor })} variant="default">
          More
        </LinkButton>
      )}
    </Group>
  );
}

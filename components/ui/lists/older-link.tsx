import { Group } from "@mantine/core";
import { LinkButton } from "@/components/ui/link";
import { filteredAddress } from "./filtered-address";

interface Props {
  /** The address of the list. */
  address: string;
  query: Readonly<Partial<Record<string, string>>>;
  /** The cursor of the next page; `null` on the last one. */
  cursor: string | null;
  /** The parameter of the address that holds the cursor. */
  parameter?: string;
  label?: string;
}

/** The link to the items that follow those of a page. */
export function OlderLink({ address, query, cursor, parameter = "before", label = "Older" }: Props) {
  if (cursor === null) return null;
  return (
    <Group justify="center" mt="md">
      <LinkButton href={filteredAddress(address, { ...query, [parameter]: cursor })} variant="default">
        {label}
      </LinkButton>
    </Group>
  );
}

import { Button, Group, TextInput } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { LinkButton } from "@/components/ui/link";

/** A form that finds databases by a part of their name. It works without JavaScript. */
export function SearchForm({ address, search }: { address: string; search: string }) {
  return (
    <form method="get" action={address} aria-label="Find a database">
      <Group gap="xs" mb="md" wrap="nowrap" maw={480}>
        <TextInput
          key={search}
          type="search"
          name="search"
          aria-label="Name"
          placeholder="Find by name"
          defaultValue={search}
          maxLength={40}
          autoComplete="off"
          leftSection={<IconSearch size={16} aria-hidden />}
          style={{ flex: 1, minWidth: 0 }}
        />
        <Button type="submit" variant="default">
          Find
        </Button>
        {search !== "" && (
          <LinkButton href={address} variant="subtle">
            Show all
          </LinkButton>
        )}
      </Group>
    </form>
  );
}

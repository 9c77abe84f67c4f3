import { Stack, Text, Title } from "@mantine/core";
import { CopyField } from "@/components/ui/copy-field";

/** Shows how programs use a collection. `table` is its quoted name in SQL. */
export function UseFromPrograms({ table }: { table: string }) {
  return (
    <section aria-labelledby="programs">
      <Title order={3} size="h4" mb={4} id="programs">
        From your programs
      </Title>
      <Stack gap="xs">
        <Text size="sm" c="dimmed">
          A collection is a table of your own in the schema documents; use it over the connection string like any other.
          Paths asked for with @? are found by its index.
        </Text>
        <CopyField
          label="SQL"
          text={`INSERT INTO ${table} (document) VALUES ('{"name": "Ada", "tags": ["first"]}') RETURNING id;
SELECT id, document FROM ${table} WHERE document @? '$.tags ? (@ == "first")';
UPDATE ${table} SET document = document || '{"seen": true}', updated_at = now()
  WHERE document @? '$.name ? (@ == "Ada")';`}
        />
      </Stack>
    </section>
  );
}

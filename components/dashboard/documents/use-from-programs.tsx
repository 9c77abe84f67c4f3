import { Stack, Text, Title } from "@mantine/core";
import { CopyField } from "@/components/ui/copy-field";

/** Shows how programs use a collection. `table` is its quoted name in SQL. */
export function UseFromPrograms({ table }: { table: string }) {
  return (
    <section aria-labelledby="programs">
      <Title order={2} size="h3" mb={4} id="programs">
        From your app
      </Title>
      <Stack gap="xs">
        <Text size="sm" c="dimmed">
          A collection is a table in the documents schema. Use it over the connection string like any other table.
          Queries using @? are indexed.
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

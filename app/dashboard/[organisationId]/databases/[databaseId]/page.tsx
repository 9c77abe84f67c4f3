import { Alert, Group, Loader, Paper, Text } from "@mantine/core";
import { PageHeading } from "@/components/ui/page-heading";
import { TimedText } from "@/components/ui/timed-text";
import { databasePage } from "@/lib/web/current-database";
import { Overview } from "./_components/overview";

export default databasePage(async ({ asked: { range }, ...current }) => {
  const { name, status, failureReason } = current.database;
  const isReady = status === "ready";
  return (
    <>
      <PageHeading title={name} />
      {failureReason && (
        <Alert color="red" variant="light" mb="md">
          <TimedText text={failureReason} />
        </Alert>
      )}
      {/* Without a boundary of its own: React would show the content of one 300 ms after its fallback. */}
      {isReady && <Overview current={current} range={range} />}
      {status === "provisioning" && (
        <Paper withBorder p="xl">
          <Group justify="center" gap="sm">
            <Loader size="sm" aria-hidden />
            <Text>Creating your database. This takes a few seconds. The page updates automatically.</Text>
          </Group>
        </Paper>
      )}
      {isReady && !current.can("credentials:reveal") && (
        <Text c="dimmed" mt="md">
          Your role can't reveal the connection string. Ask a developer, admin or owner.
        </Text>
      )}
    </>
  );
});

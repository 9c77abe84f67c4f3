"use client";

import { List, NativeSelect, Paper, SimpleGrid, Stack, Text, Title } from "@mantine/core";
import { Moment } from "@/components/ui/moment";
import { useOutcome } from "@/components/ui/use-outcome";
import type { RestorePoints, Schedule } from "@/lib/hosting/restore-points/resource";
import type { Outcome } from "@/lib/web/resource";

interface Props extends Pick<RestorePoints, "schedule" | "nextAt" | "retention"> {
  canWrite: boolean;
  setSchedule: (schedule: string) => Promise<Outcome>;
}

const CHOICES = [
  { value: "off", label: "Off" },
  { value: "hourly", label: "Every hour" },
  { value: "daily", label: "Every day" },
  { value: "weekly", label: "Every week" },
] satisfies { value: Schedule; label: string }[];

const SAID = { off: "off", hourly: "every hour", daily: "every day", weekly: "every week" } as const;

/** Shows the schedule of automatic restore points and how many the plan keeps. */
export function ScheduleCard({ schedule, nextAt, retention, canWrite, setSchedule }: Props) {
  const { isWorking, run } = useOutcome();
  const { plan, manual, scheduled, safety, days } = retention;
  return (
    <Paper withBorder p="md" component="section" aria-labelledby="schedule">
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="xl">
        <Stack gap="sm">
          <Title order={2} size="h3" id="schedule">
            Automatic restore points
          </Title>
          <NativeSelect
            description={canWrite ? undefined : "Your role can't change this."}
            label="Create a restore point"
            data={CHOICES}
            value={schedule}
            disabled={!canWrite || isWorking}
            onChange={(event) => {
              const chosen = event.currentTarget.value as Schedule;
              run(() => setSchedule(chosen), `Automatic restore points: ${SAID[chosen]}.`);
            }}
          />
          <Text size="sm" c="dimmed">
            {nextAt === null ? (
              "Connections are closed during the copy."
            ) : (
              <>
                Next: <Moment at={nextAt} /> (skipped if nothing has changed). Connections are closed during the copy.
              </>
            )}
          </Text>
        </Stack>
        <Stack gap="sm">
          <Title order={2} size="h3">
            Kept on the {plan} plan
          </Title>
          <List size="sm" spacing={4}>
            <List.Item>{manual} that you create, until you delete them</List.Item>
            <List.Item>
              The last {scheduled} scheduled ones, for {days} days
            </List.Item>
            <List.Item>
              The last {safety} from before a change or a restore, for {days} days. Those from before data was lost are
              kept for at least 7 days, however many there are
            </List.Item>
          </List>
        </Stack>
      </SimpleGrid>
    </Paper>
  );
}

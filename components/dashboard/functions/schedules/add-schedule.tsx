"use client";

import { Button, Group, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useEffect, useState } from "react";
import type { FormAction } from "@/components/ui/form-action";
import { FormButton } from "@/components/ui/forms/form-button";
import type { SchedulePreview } from "@/lib/services/functions/schedules/resource";
import type { SaveSchedules, Schedule } from "./schedule-list";
import classes from "./schedules.module.css";

interface Props {
  /** The schedules that are there. */
  schedules: readonly Schedule[];
  /** The address that explains a schedule. */
  preview: string;
  save: SaveSchedules;
}

const EXAMPLES = [
  { label: "Every 5 minutes", cron: "*/5 * * * *" },
  { label: "Every hour", cron: "0 * * * *" },
  { label: "Weekdays at 8", cron: "0 8 * * 1-5" },
  { label: "Mondays at 9", cron: "0 9 * * 1" },
] as const;

const FORM = { title: "Add schedule", submit: "Add", done: "Schedule added.", fields: [] };

/** A button whose dialog adds a schedule, and explains it while it is typed. */
export function AddSchedule({ schedules, preview, save }: Props) {
  const add: FormAction = async (_, form) => {
    const kept = schedules.map(({ cron, timezone, enabled }) => ({ cron, timezone, enabled }));
    const text = (name: string) => String(form.get(name)).trim();
    return save([...kept, { cron: text("cron"), timezone: text("timezone"), enabled: true }]);
  };
  return <FormButton command="add-schedule" form={FORM} action={add} last={<ScheduleFields preview={preview} />} />;
}

function ScheduleFields({ preview }: Pick<Props, "preview">) {
  const [cron, setCron] = useState<string>("0 8 * * 1-5");
  const [timezone, setTimezone] = useState(zoneOfReader);
  const typed = { required: true, autoComplete: "off", spellCheck: false };
  return (
    <>
      <TextInput
        {...typed}
        name="cron"
        label="Cron"
        description="Minute, hour, day of the month, month, day of the week"
        value={cron}
        onChange={(event) => setCron(event.currentTarget.value)}
        maxLength={100}
        data-autofocus
      />
      <Group gap="xs">
        {EXAMPLES.map((one) => (
          <Button key={one.cron} size="compact-xs" variant="default" onClick={() => setCron(one.cron)}>
            {one.label}
          </Button>
        ))}
      </Group>
      <TextInput
        {...typed}
        name="timezone"
        label="Time zone"
        value={timezone}
        onChange={(event) => setTimezone(event.currentTarget.value)}
        list="time-zones"
        maxLength={64}
      />
      <datalist id="time-zones">
        {Intl.supportedValuesOf("timeZone").map((zone) => (
          <option key={zone} value={zone} />
        ))}
      </datalist>
      <Preview address={preview} cron={cron} timezone={timezone} />
    </>
  );
}

const PAUSE_MS = 200;

/** The meaning of the schedule in words, and its next times in its zone. */
function Preview({ address, ...typed }: { address: string; cron: string; timezone: string }) {
  const [asked] = useDebouncedValue(new URLSearchParams(typed).toString(), PAUSE_MS);
  const [answer, setAnswer] = useState<(SchedulePreview & { timezone: string }) | { message: string } | null>(null);
  useEffect(() => {
    const control = new AbortController();
    fetch(`${address}?${asked}`, { signal: control.signal })
      .then(async (response) => {
        const body = await response.json();
        const timezone = new URLSearchParams(asked).get("timezone") ?? "UTC";
        setAnswer(response.ok ? { ...body, timezone } : { message: String(body.error?.message ?? "") });
      })
      // The request was replaced by a later one, or failed: the last answer stays.
      .catch(() => undefined);
    return () => control.abort();
  }, [address, asked]);
  return (
    <div className={classes.preview} role="status">
      {answer && "message" in answer && answer.message}
      {answer && "words" in answer && (
        <>
          <strong>{answer.words}</strong>
          <ol aria-label="Next times">
            {answer.next.map((at) => (
              <li key={at}>{inZone(at, answer.timezone)}</li>
            ))}
          </ol>
          {answer.next.length === 0 && "It never comes."}
        </>
      )}
    </div>
  );
}

function inZone(at: string, timeZone: string): string {
  const form = { weekday: "short", day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" } as const;
  return new Intl.DateTimeFormat("en-GB", { ...form, timeZone, timeZoneName: "short" }).format(new Date(at));
}

function zoneOfReader(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

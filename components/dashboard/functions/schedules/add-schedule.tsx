"use client";

import { Button, Group, TextInput } from "@mantine/core";
import { useDebouncedValue, useDisclosure } from "@mantine/hooks";
import { IconPlus } from "@tabler/icons-react";
import { type FormEvent, useEffect, useState, useTransition } from "react";
import { announce } from "@/components/ui/announce";
import { useCommand } from "@/components/ui/commands/use-command";
import { Dialog } from "@/components/ui/dialog";
import { DialogButtons } from "@/components/ui/dialog-buttons";
import { Refusal } from "@/components/ui/refusal";
import { ScriptButton } from "@/components/ui/script-button";
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

/** A button whose dialog adds a schedule, and explains it while it is typed. */
export function AddSchedule(props: Props) {
  const [isOpen, { open, close }] = useDisclosure();
  useCommand({ id: "add-schedule", label: "Add schedule", keys: "c" }, open);
  return (
    <>
      <ScriptButton leftSection={<IconPlus size={16} aria-hidden />} onClick={open} title="Add schedule (C)">
        Add schedule
      </ScriptButton>
      <Dialog opened={isOpen} onClose={close} title="Add schedule">
        <ScheduleForm {...props} close={close} />
      </Dialog>
    </>
  );
}

function ScheduleForm({ schedules, preview, save, close }: Props & { close: () => void }) {
  const [cron, setCron] = useState<string>("0 8 * * 1-5");
  const [timezone, setTimezone] = useState(zoneOfReader);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [isSaving, begin] = useTransition();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    begin(async () => {
      const kept = schedules.map((one) => ({ cron: one.cron, timezone: one.timezone, enabled: one.enabled }));
      const outcome = await save([...kept, { cron: cron.trim(), timezone: timezone.trim(), enabled: true }]);
      setRefusal(outcome.isDone ? null : outcome.message);
      if (!outcome.isDone) return;
      close();
      announce(outcome, "Schedule added.");
    });
  };
  return (
    <form onSubmit={submit} aria-label="Schedule" className={classes.form}>
      <Refusal message={refusal} />
      <TextInput
        label="Cron"
        description="Minute, hour, day of the month, month, day of the week"
        value={cron}
        onChange={(event) => setCron(event.currentTarget.value)}
        required
        maxLength={100}
        autoComplete="off"
        spellCheck={false}
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
        label="Time zone"
        value={timezone}
        onChange={(event) => setTimezone(event.currentTarget.value)}
        list="time-zones"
        required
        maxLength={64}
        autoComplete="off"
        spellCheck={false}
      />
      <datalist id="time-zones">
        {Intl.supportedValuesOf("timeZone").map((zone) => (
          <option key={zone} value={zone} />
        ))}
      </datalist>
      <Preview address={preview} cron={cron} timezone={timezone} />
      <DialogButtons close={close}>
        <Button type="submit" loading={isSaving}>
          Add
        </Button>
      </DialogButtons>
    </form>
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

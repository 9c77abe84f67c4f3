"use client";

import { Moment } from "@/components/ui/moment";
import { ScriptSelect } from "@/components/ui/script-select";
import { useOutcome } from "@/components/ui/use-outcome";
import type { RestorePoints, Schedule } from "@/lib/hosting/restore-points/resource";
import type { Outcome } from "@/lib/web/resource";
import classes from "./timeline.module.css";

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

/** The schedule of automatic restore points, and the plan's retention, in one line. */
export function ScheduleLine({ schedule, nextAt, retention, canWrite, setSchedule }: Props) {
  const { isWorking, run } = useOutcome();
  const { plan, manual, scheduled, safety, days } = retention;
  return (
    <div className={classes.schedule}>
      {/* biome-ignore lint/a11y/noLabelWithoutControl: the select is inside */}
      <label>
        Schedule
        <ScriptSelect
          size="xs"
          data={CHOICES}
          value={schedule}
          disabled={!canWrite || isWorking}
          onChange={(event) => {
            const chosen = event.currentTarget.value as Schedule;
            run(() => setSchedule(chosen), `Automatic restore points: ${SAID[chosen]}.`);
          }}
        />
      </label>
      {nextAt !== null && (
        <span>
          Next <Moment at={nextAt} />, skipped if nothing changed
        </span>
      )}
      <span title={`On the ${plan} plan`}>
        Kept: {manual} of yours. Automatic ones for {days} days: {scheduled} scheduled, {safety} before changes.
      </span>
    </div>
  );
}

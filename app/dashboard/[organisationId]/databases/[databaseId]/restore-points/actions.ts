"use server";

import { SetRestoreScheduleInput, setRestoreSchedule } from "@/lib/hosting/restore-points/set-schedule";
import { inDatabase } from "@/lib/web/places";

export const setSchedule = inDatabase(
  "dashboardSetRestoreSchedule",
  {
    input: SetRestoreScheduleInput.shape,
    args: ["schedule"],
    messages: { schedule: "Unknown schedule." },
    refreshes: true,
  },
  setRestoreSchedule,
);

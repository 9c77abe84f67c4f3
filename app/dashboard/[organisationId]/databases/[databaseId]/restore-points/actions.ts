"use server";

import { SetRestoreScheduleInput, setRestoreSchedule } from "@/lib/hosting/restore-points/set-schedule";
import { defineAction } from "@/lib/web/define-action";

export const setSchedule = defineAction(
  {
    operationId: "dashboardSetRestoreSchedule",
    input: SetRestoreScheduleInput,
    args: ["databaseId", "schedule"],
    messages: { schedule: "Unknown schedule." },
    refreshes: true,
  },
  setRestoreSchedule,
);

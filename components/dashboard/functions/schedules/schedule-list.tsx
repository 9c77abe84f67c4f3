"use client";

import { IconPlayerPause, IconPlayerPlay, IconTrash } from "@tabler/icons-react";
import { KeepFocus } from "@/components/ui/keep-focus";
import { Listing } from "@/components/ui/listing";
import { Moment } from "@/components/ui/moment";
import { PageLink } from "@/components/ui/page-link";
import { RowMenu } from "@/components/ui/row-menu";
import { StatusWord } from "@/components/ui/status-word";
import { useOutcome } from "@/components/ui/use-outcome";
import type { ProjectFunction } from "@/lib/services/functions/resource";
import type { Outcome } from "@/lib/web/resource";

export interface Schedule {
  cron: string;
  timezone: string;
  enabled: boolean;
}

/** Puts other schedules in place of all. */
export type SaveSchedules = (schedules: readonly Schedule[]) => Promise<Outcome>;

interface Props {
  schedules: readonly (ProjectFunction["schedules"][number] & { words: string })[];
  /** The address of the log. */
  logs: string;
  /** `null` for a member who may change none. */
  save: SaveSchedules | null;
}

const LAST = {
  ok: { kind: "good", text: "Went well" },
  failed: { kind: "bad", text: "Failed" },
  skipped: { kind: "warning", text: "Skipped" },
} as const;

export function ScheduleList({ schedules, logs, save }: Props) {
  const { run } = useOutcome();
  const put = (next: readonly Schedule[], done: string) =>
    save && run(() => save(next.map(({ cron, timezone, enabled }) => ({ cron, timezone, enabled }))), done);
  const menuOf = (place: number, { enabled, words }: Props["schedules"][number]) => {
    if (!save) return [];
    const turned = schedules.map((one, each) => (each === place ? { ...one, enabled: !enabled } : one));
    const left = schedules.filter((_, each) => each !== place);
    return [
      enabled
        ? { label: "Pause", icon: IconPlayerPause, onSelect: () => put(turned, `“${words}” is paused.`) }
        : { label: "Resume", icon: IconPlayerPlay, onSelect: () => put(turned, `“${words}” goes on.`) },
      {
        label: "Delete",
        icon: IconTrash,
        isDestructive: true,
        onSelect: () => put(left, `Schedule “${words}” deleted.`),
      },
    ];
  };
  return (
    <KeepFocus label="Schedules">
      <Listing label="Schedules" minWidth={680} columns={["When", "Time zone", "Next", "Last"]} stacks>
        {schedules.map((schedule, place) => {
          const { cron, timezone, enabled, nextRunAt, lastRunAt, lastOutcome, lastInvocation, words } = schedule;
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: two schedules may be the same
            <tr key={`${cron} ${timezone} ${place}`} data-dimmed={!enabled || undefined}>
              <th scope="row">
                {words}
                <div className="quiet">
                  <code>{cron}</code>
                </div>
              </th>
              <td data-label="Time zone">{timezone}</td>
              <td data-label="Next">{enabled ? nextRunAt === null ? "Never" : <Moment at={nextRunAt} /> : "Paused"}</td>
              <td data-label="Last">
                {lastRunAt === null ? (
                  "Not yet"
                ) : (
                  <>
                    {lastOutcome && <StatusWord kind={LAST[lastOutcome].kind}>{LAST[lastOutcome].text}</StatusWord>}{" "}
                    <Moment at={lastRunAt} />{" "}
                    {lastInvocation && <PageLink href={`${logs}?invocation=${lastInvocation}`}>Log</PageLink>}
                  </>
                )}
              </td>
              <td data-actions>
                <RowMenu label={`Actions for ${words}`} actions={menuOf(place, schedule)} />
              </td>
            </tr>
          );
        })}
      </Listing>
    </KeepFocus>
  );
}

"use client";

import { UnstyledButton } from "@mantine/core";
import { lazy, Suspense, useState } from "react";
import { announce } from "@/components/ui/announce";
import { ListKeys } from "@/components/ui/commands/list-keys";
import type { FormAction } from "@/components/ui/form-action";
import { Moment } from "@/components/ui/moment";
import rows from "@/components/ui/record-list.module.css";
import { useWhenIdle } from "@/components/ui/use-when-idle";
import type { AbuseReport } from "@/lib/services/abuse-reports/resource";
import classes from "./reports.module.css";
import { RESOLUTION_WORDS, SEVERITY_WORDS } from "./words";

const load = () => import("./report-details");
const Details = lazy(load);

export type ResolveReport = (
  id: string,
  ...form: Parameters<FormAction<AbuseReport>>
) => ReturnType<FormAction<AbuseReport>>;

interface Props {
  reports: readonly AbuseReport[];
  resolve: ResolveReport;
}

/** The abuse reports, the most urgent first: each a line, and a button that shows all of it at the side. */
export function ReportList({ reports, resolve }: Props) {
  const [shown, setShown] = useState<AbuseReport | null>(null);
  useWhenIdle(() => void load().catch(() => undefined));
  return (
    <>
      <ListKeys>
        <ol className={rows.list} aria-label="Abuse reports" hidden={reports.length === 0}>
          {reports.map((report) => (
            <li key={report.id} data-row>
              <UnstyledButton className={rows.row} aria-haspopup="dialog" onClick={() => setShown(report)}>
                <ReportLine report={report} />
              </UnstyledButton>
            </li>
          ))}
        </ol>
      </ListKeys>
      {shown && (
        <Suspense>
          <Details
            key={shown.id}
            report={shown}
            resolve={resolve.bind(null, shown.id)}
            onResolved={(report) => announce({ isDone: true, value: report }, doneWords(report))}
            close={() => setShown(null)}
          />
        </Suspense>
      )}
    </>
  );
}

function ReportLine({ report }: { report: AbuseReport }) {
  const { severity, description, project, reportedProjectId, receivedAt, resolution } = report;
  return (
    <>
      <span className={rows.when}>
        <Moment at={receivedAt} />
      </span>
      <span className={classes.severity} data-severity={severity}>
        {SEVERITY_WORDS[severity]}
      </span>
      <span className={classes.what}>{description}</span>
      <span className={classes.project}>
        {project?.name ?? (reportedProjectId === null ? "No project named" : "Unknown project")}
      </span>
      {resolution && <span className={classes.resolution}>{RESOLUTION_WORDS[resolution]}</span>}
    </>
  );
}

function doneWords({ resolution, project }: AbuseReport): string {
  const name = project?.name ?? "the project";
  if (resolution === "suspended") return `Report resolved. ${name} is suspended.`;
  if (resolution === "banned") return `Report resolved. ${name} is banned.`;
  return "Report resolved.";
}

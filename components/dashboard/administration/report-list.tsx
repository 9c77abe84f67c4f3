"use client";

import { lazy } from "react";
import { announce } from "@/components/ui/announce";
import type { FormAction } from "@/components/ui/form-action";
import { RecordList } from "@/components/ui/lists/record-list";
import { Moment } from "@/components/ui/moment";
import rows from "@/components/ui/record-list.module.css";
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
  return (
    <RecordList
      label="Abuse reports"
      entries={reports}
      line={(report) => <ReportLine report={report} />}
      load={load}
      details={(report, close) => (
        <Details
          report={report}
          resolve={resolve.bind(null, report.id)}
          onResolved={(resolved) => announce({ isDone: true, value: resolved }, doneWords(resolved))}
          close={close}
        />
      )}
    />
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

"use client";

import type { ReactNode } from "react";
import { useState } from "react";
import type { FormAction } from "@/components/ui/form-action";
import { bothZonesText } from "@/components/ui/moment-text";
import { PageLink } from "@/components/ui/page-link";
import { RecordDrawer } from "@/components/ui/record-drawer";
import type { AbuseReport } from "@/lib/services/abuse-reports/resource";
import classes from "./reports.module.css";
import { ResolveForm } from "./resolve-form";
import { RESOLUTION_WORDS, SEVERITY_WORDS } from "./words";

interface Props {
  report: AbuseReport;
  resolve: FormAction<AbuseReport>;
  onResolved: (report: AbuseReport) => void;
  close: () => void;
}

/** A report at the side. A stranger's words are text: no address of it is a link. */
export default function ReportDetails({ report, resolve, onResolved, close }: Props) {
  const [isDone, setIsDone] = useState(false);
  const { project, resolution } = report;
  const fields: readonly [string, ReactNode][] = [
    ["Received", bothZonesText(report.receivedAt)],
    [
      "Project",
      project ? (
        <>
          <PageLink href={`/dashboard/admin/projects/${project.id}`}>{project.name}</PageLink>
          {project.status !== "active" && ` (${project.status})`}
          {project.organisationName !== null && `, ${project.organisationName}`}
        </>
      ) : (
        report.reportedProjectId
      ),
    ],
    ["Where", report.url && <code key="url">{report.url}</code>],
    ["Reporter", report.reporterEmail],
    ["Address", report.address],
    ["Resolution", resolution && RESOLUTION_WORDS[resolution]],
    ["Resolved", report.resolvedAt && bothZonesText(report.resolvedAt)],
    ["Resolved by", report.resolvedBy],
    ["Note", report.note],
    ["Report", report.id],
  ];
  const finish = (resolved: AbuseReport) => {
    setIsDone(true);
    onResolved(resolved);
  };
  return (
    <RecordDrawer
      title={SEVERITY_WORDS[report.severity]}
      fields={fields}
      record={report}
      recordName="Report"
      isOver={isDone}
      close={close}
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling part must be reached by the keyboard */}
      <section className={classes.description} tabIndex={0} aria-label="Description">
        {report.description}
      </section>
      {resolution === null && <ResolveForm report={report} resolve={resolve} onResolved={finish} />}
    </RecordDrawer>
  );
}

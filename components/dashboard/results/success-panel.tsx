"use client";

import { Text } from "@mantine/core";
import dynamic from "next/dynamic";
import { countText } from "@/components/ui/figure-text";
import type { StatementOutcome } from "@/lib/sql/statements/resource";
import classes from "./panel.module.css";

const ResultGrid = dynamic(() => import("./result-grid").then((module) => module.ResultGrid));
const PlanPicture = dynamic(() => import("../explain/plan-picture").then((module) => module.PlanPicture));

interface Props {
  outcome: Extract<StatementOutcome, { status: "succeeded" }>;
  statement: string;
  label: string;
  isPlan: boolean;
}

/** The rows that a statement returned, or the plan that they are. */
export function SuccessPanel({ outcome, statement, label, isPlan }: Props) {
  const { columns, rows, isTruncated } = outcome;
  return (
    <>
      {isTruncated && (
        <Text size="sm" px="sm" py={4} className={classes.truncated}>
          Showing the first {countText(rows.length, "row")}. Add a LIMIT or narrow the query.
        </Text>
      )}
      {isPlan ? (
        <PlanPicture text={rows.map(([line]) => line ?? "").join("\n")} />
      ) : (
        columns.length > 0 && (
          <ResultGrid label={label} columns={columns} rows={rows} statement={statement} isTruncated={isTruncated} />
        )
      )}
    </>
  );
}

"use client";

import { Badge, Button, Code, Group, Paper, Text } from "@mantine/core";
import { IconArrowBackUp } from "@tabler/icons-react";
import dynamic from "next/dynamic";
import { countText, durationText } from "@/components/ui/figure-text";
import type { StatementChange, StatementOutcome } from "@/lib/sql/statements/resource";
import classes from "./panel.module.css";

const ResultGrid = dynamic(() => import("./result-grid").then((module) => module.ResultGrid));
const PlanPicture = dynamic(() => import("../explain/plan-picture").then((module) => module.PlanPicture));

interface Props {
  outcome: Extract<StatementOutcome, { status: "succeeded" }>;
  statement: string;
  label: string;
  isPlan: boolean;
  undo?: ((change: StatementChange) => void) | undefined;
}

/** Shows the result of a statement, with buttons that undo, export or inspect it. */
export function SuccessPanel({ outcome, statement, label, isPlan, undo }: Props) {
  const { command, columns, rows, rowCount, isTruncated, change } = outcome;
  const count = columns.length > 0 ? rows.length : rowCount;
  return (
    <Paper withBorder radius="md" className={classes.panel}>
      <Group gap="sm" px="sm" py={6} wrap="wrap" className={classes.head}>
        <Badge color="leaf" variant="light" radius="sm" tt="none">
          {command}
        </Badge>
        <Text size="sm" role="status">
          {!isPlan && count !== null && `${countText(count, "row")}, `}
          {durationText(outcome.durationMicros)}
        </Text>
        <Code className={classes.statement}>{statement.split("\n", 1)[0]}</Code>
        {change && undo && (
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconArrowBackUp size={15} aria-hidden />}
            onClick={() => undo(change)}
          >
            Undo
          </Button>
        )}
      </Group>
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
    </Paper>
  );
}

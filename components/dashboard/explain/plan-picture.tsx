"use client";

import { Badge, Code, Group, SegmentedControl, Text } from "@mantine/core";
import { useMemo, useState } from "react";
import { countText } from "@/components/ui/figure-text";
import { indentedJson } from "../../ui/json-data";
import { type PlanNode, planText, readPlan } from "./plan";
import classes from "./plan-picture.module.css";

const VIEWS = [
  { value: "picture", label: "Diagram" },
  { value: "text", label: "Text" },
  { value: "json", label: "JSON" },
];

/**
 * The result of EXPLAIN (FORMAT JSON) as a tree, as text, or as JSON. In the tree, a node is below the node that it
 * feeds.
 */
export function PlanPicture({ text }: { text: string }) {
  const [view, setView] = useState("picture");
  const plan = useMemo(() => readPlan(text), [text]);
  if (!plan) return <Code block>{text}</Code>;
  const isMeasured = plan.executionTime !== null;
  return (
    <div>
      <Group justify="space-between" px="sm" py="xs">
        <Text size="sm" c="dimmed">
          {isMeasured
            ? `Planned in ${plan.planningTime} ms, ran in ${plan.executionTime} ms, then rolled back. Percentages are of the execution time.`
            : `Total cost ${plan.root.totalCost.toLocaleString("en")}. Percentages are of the estimated cost.`}
        </Text>
        <SegmentedControl size="xs" value={view} onChange={setView} data={VIEWS} aria-label="Show the plan as" />
      </Group>
      {view === "picture" ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by the keyboard
        <section className={classes.scroller} aria-label="Query plan" tabIndex={0}>
          <ul className={classes.tree}>
            <Branch node={plan.root} />
          </ul>
        </section>
      ) : (
        <Code block className={classes.text} tabIndex={0} role="region" aria-label="Query plan as text">
          {view === "text" ? planText(plan) : indentedJson(text)}
        </Code>
      )}
    </div>
  );
}

function Branch({ node }: { node: PlanNode }) {
  return (
    <li className={classes.branch}>
      <NodeCard node={node} />
      {node.children.length > 0 && (
        <ul className={classes.children}>
          {node.children.map((child) => (
            <Branch key={child.path} node={child} />
          ))}
        </ul>
      )}
    </li>
  );
}

function NodeCard({ node }: { node: PlanNode }) {
  const share = Math.round(node.share * 100);
  return (
    <div className={classes.node} data-heavy={share >= 50 || undefined}>
      <div className={classes.what}>
        <Text component="span" fw={600} size="sm">
          {node.title}
        </Text>
        {node.target && (
          <Text component="span" size="xs" ff="monospace" className={classes.target}>
            {node.target}
          </Text>
        )}
        {node.details.map((detail) => (
          <Text key={detail} size="xs" c="dimmed" className={classes.target}>
            {detail}
          </Text>
        ))}
      </div>
      <div className={classes.cost}>
        <Group gap={6} wrap="nowrap" justify="flex-end">
          <span className={classes.bar} aria-hidden>
            <span style={{ width: `${Math.max(share, 1)}%` }} />
          </span>
          <Text component="span" size="xs" className={classes.share}>
            {share} %
          </Text>
        </Group>
        <Text size="xs" c="dimmed">
          {numbersOf(node)}
        </Text>
        <Misestimate node={node} />
      </div>
    </div>
  );
}

function numbersOf({ actualRows, actualTime, plannedRows, totalCost, loops }: PlanNode): string {
  if (actualRows === null) return `${countText(plannedRows, "row")}, cost ${totalCost.toLocaleString("en")}`;
  const often = loops !== null && loops > 1 ? `, ${loops.toLocaleString("en")} loops` : "";
  return `${countText(actualRows, "row")}, ${(actualTime ?? 0).toFixed(2)} ms${often}`;
}

function Misestimate({ node: { misestimate, plannedRows } }: { node: PlanNode }) {
  if (!misestimate) return null;
  return (
    <Badge size="sm" color="yellow" variant="light" mt={4} tt="none">
      {misestimate.factor.toLocaleString("en")}× {misestimate.isMore ? "more" : "fewer"} than the{" "}
      {plannedRows.toLocaleString("en")} expected
    </Badge>
  );
}

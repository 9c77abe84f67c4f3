import { Code, Kbd } from "@mantine/core";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorLine } from "@/components/ui/error-line";
import { Mark } from "@/components/ui/mark";
import { Moment } from "@/components/ui/moment";
import { PageHeading } from "@/components/ui/page-heading";
import { Person } from "@/components/ui/person";
import { StatusWord } from "@/components/ui/status-word";
import classes from "./gallery.module.css";
import { Part } from "./part";

const COLOURS = [
  ...["surface-page", "surface-raised", "surface-floating", "surface-quiet", "surface-hover", "surface-chosen"],
  ...["surface-code", "text", "text-meta", "text-placeholder", "line", "line-field", "accent", "accent-text", "good"],
  ...["warning", "warning-surface", "danger", "danger-fill", "danger-surface", "chart-1", "chart-2", "chart-3"],
  ...["chart-4", "code-keyword", "code-string", "code-number", "code-name"],
];

const ago = (now: string, minutes: number) => new Date(Date.parse(now) - minutes * 60_000).toISOString();

/** Colours, and the texts of a page: headings, states, people, times, failures, and nothing yet. */
export function Words({ now, scheme }: { now: string; scheme: string }) {
  return (
    <>
      <Part title={`Colours, ${scheme}`}>
        {COLOURS.map((name) => (
          <span key={name} className={classes.colour}>
            <span className={classes.swatch} style={{ background: `var(--${name})` }} />
            {name}
          </span>
        ))}
      </Part>
      <Part title="Heading, mark, keys and code">
        <Mark />
        <Kbd>Ctrl K</Kbd>
        <Code>select 1</Code>
        <div className={classes.wide}>
          <PageHeading title="Branches" text="Copies of shop that you can change." />
        </div>
      </Part>
      <Part title="States">
        <StatusWord kind="good">Enabled</StatusWord>
        <StatusWord kind="waiting">Provisioning</StatusWord>
        <StatusWord kind="warning">Read-only: over its size</StatusWord>
        <StatusWord kind="bad">Failed</StatusWord>
        <StatusWord kind="quiet">Expired</StatusWord>
      </Part>
      <Part title="People">
        <Person name="Grace Hopper" email="grace@example.com" note="(you)" />
        <Person name="Ada Lovelace" email="ada@example.com" hasAddress />
        <Person name={null} email="katherine@example.com" />
        <Person name="Jean" email="jean@example.com" />
        <Person name="Radia Perlman" email="radia@example.com" />
      </Part>
      <Part title="Times">
        {[0, 3, 300, 4_000, 20_000].map((minutes) => (
          <Moment key={minutes} at={ago(now, minutes)} />
        ))}
        <Moment at={ago(now, 300)} form="exact" />
        <Moment at={ago(now, 300)} form="time" />
      </Part>
      <Part title="Failures">
        <ErrorLine message="relation “order” does not exist" details={{ Code: "42P01", Request: "req_7h2k9s" }} />
        <ErrorLine message="Enter a valid email address." />
      </Part>
      <Part title="Nothing yet">
        <div className={classes.wide}>
          <EmptyState
            title="No API keys yet"
            text="Create one for each app, so that you can revoke them separately."
            example="curl -H 'authorization: Bearer $COPPICE_MANAGEMENT_KEY' …"
          />
        </div>
      </Part>
    </>
  );
}

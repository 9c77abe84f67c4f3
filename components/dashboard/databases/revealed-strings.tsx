import { SegmentedControl, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { CopyField } from "@/components/ui/copy-field";
import classes from "./connection-parts.module.css";

export interface Strings {
  connectionString: string;
  /** The string by way of the pooler; `undefined` for a host that has none. */
  pooledConnectionString?: string | undefined;
}

const WAYS = [
  { value: "direct", label: "Direct", use: "For programs that keep running, migrations and psql." },
  {
    value: "pooled",
    label: "Pooled",
    use: "For many short-lived clients, such as serverless functions. Each transaction may run on another connection: prepared statements, LISTEN, SET and temporary tables don't last.",
  },
] as const;

/** The connection string with its parts and, where there is a pooler, the choice between both. */
export function RevealedStrings({ connectionString, pooledConnectionString }: Strings) {
  const [chosen, setChosen] = useState<string>("direct");
  if (pooledConnectionString === undefined) return <OneString connectionString={connectionString} />;
  return (
    <Stack gap="xs">
      <SegmentedControl
        aria-label="Kind of connection"
        data={WAYS.map(({ value, label }) => ({ value, label }))}
        value={chosen}
        onChange={setChosen}
      />
      <Text size="sm" c="dimmed">
        {WAYS.find(({ value }) => value === chosen)?.use}
      </Text>
      <OneString connectionString={chosen === "pooled" ? pooledConnectionString : connectionString} />
    </Stack>
  );
}

function OneString({ connectionString }: { connectionString: string }) {
  return (
    <>
      <CopyField label="connection string" text={connectionString} />
      <ConnectionParts connectionString={connectionString} />
    </>
  );
}

/** The parts of a connection string, for programs that ask for each, and the line of an `.env` file. */
function ConnectionParts({ connectionString }: { connectionString: string }) {
  const url = new URL(connectionString);
  const parts = [
    { name: "Host", value: url.hostname },
    { name: "Port", value: url.port || "5432" },
    { name: "Database", value: decodeURIComponent(url.pathname.slice(1)) },
    { name: "User", value: decodeURIComponent(url.username) },
    { name: "Password", value: decodeURIComponent(url.password) },
    { name: ".env", value: `DATABASE_URL="${connectionString}"` },
  ];
  return (
    <dl className={classes.parts}>
      {parts.map(({ name, value }) => (
        <div key={name} className={classes.part}>
          <dt>{name}</dt>
          <dd>
            <CopyField label={name} text={value} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

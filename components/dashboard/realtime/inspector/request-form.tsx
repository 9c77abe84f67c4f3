"use client";

import { Button, Checkbox, Group, Stack, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { ScriptSelect } from "@/components/ui/script-select";
import { untilHydrated } from "@/components/ui/until-hydrated";
import { UserField } from "../../projects/user-field";
import { Conditions } from "./conditions";
import { type DraftCondition, EVENTS, type InspectionRequest } from "./request";

interface Props {
  /** The published tables. */
  tables: readonly string[];
  /** The address that finds users of the project. */
  userSearch: string;
  isRunning: boolean;
  start: (request: InspectionRequest) => void;
  stop: () => void;
}

const WHO = [
  { value: "visitor", label: "A visitor who isn't signed in" },
  { value: "user", label: "A user of the project" },
];
const WHAT = [
  { value: "changes", label: "A published table" },
  { value: "topic", label: "A topic" },
];

/** The form for the subject of an inspection, and for the user through whose eyes it is seen. */
export function RequestForm({ tables, userSearch, isRunning, start, stop }: Props) {
  const [who, setWho] = useState("visitor");
  const [name, setName] = useState("");
  const [what, setWhat] = useState(tables.length > 0 ? "changes" : "topic");
  const [table, setTable] = useState(tables[0] ?? "");
  const [topic, setTopic] = useState("");
  const [events, setEvents] = useState<string[]>([...EVENTS]);
  const [conditions, setConditions] = useState<readonly DraftCondition[]>([]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    start({
      user: who === "user" ? name.trim() : null,
      about: what === "topic" ? { kind: "topic", topic: topic.trim() } : { kind: "changes", table },
      events: EVENTS.filter((one) => events.includes(one)),
      conditions,
    });
  };
  return (
    <form onSubmit={submit} aria-label="Inspect">
      <Stack gap="sm">
        <ScriptSelect label="As" data={WHO} value={who} onChange={(event) => setWho(event.currentTarget.value)} />
        {who === "user" && <UserField search={userSearch} value={name} change={setName} />}
        <ScriptSelect label="Of" data={WHAT} value={what} onChange={(event) => setWhat(event.currentTarget.value)} />
        {what === "topic" && (
          <TextInput
            label="Topic"
            placeholder="room:1"
            value={topic}
            onChange={(event) => setTopic(event.currentTarget.value)}
            required
            maxLength={200}
            autoComplete="off"
            spellCheck={false}
          />
        )}
        {what === "changes" && tables.length === 0 && <p className="quiet">No table is published yet.</p>}
        {what === "changes" && tables.length > 0 && (
          <>
            <ScriptSelect
              label="Table"
              data={[...tables]}
              value={table}
              onChange={(event) => setTable(event.currentTarget.value)}
            />
            <Checkbox.Group label="Events" value={events} onChange={setEvents}>
              <Group gap="md" mt={4}>
                {EVENTS.map((one) => (
                  <Checkbox key={one} value={one} label={one} size="xs" />
                ))}
              </Group>
            </Checkbox.Group>
            <Conditions conditions={conditions} change={setConditions} />
          </>
        )}
        <Group gap="sm">
          <Button type="submit" disabled={what === "changes" && tables.length === 0} {...untilHydrated}>
            {isRunning ? "Start again" : "Start"}
          </Button>
          {isRunning && (
            <Button variant="default" onClick={stop}>
              Stop
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  );
}

"use client";

import { Button, Group, Stack, Textarea, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { Refusal } from "@/components/ui/refusal";
import { ScriptSelect } from "@/components/ui/script-select";
import { untilHydrated } from "@/components/ui/until-hydrated";
import { UserField } from "../../projects/user-field";
import { readHeaders, type TryRequest } from "./ask";
import classes from "./try.module.css";

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"];
const WHO = [
  { value: "visitor", label: "A visitor who isn't signed in" },
  { value: "user", label: "A user of the project" },
  { value: "server", label: "The app's server" },
];

interface Props {
  /** The address that finds users of the project. */
  userSearch: string;
  /** The callers that the function allows, one of whom calls it at first. */
  access: "public" | "signed-in" | "server";
  isRunning: boolean;
  send: (request: TryRequest) => void;
  stop: () => void;
}

const FIRST = { public: "visitor", "signed-in": "user", server: "server" } as const;

const AS_USER = "The function's effects for them are real. The call is recorded in the audit log.";

/** The request to send, and as whom. */
export function TryForm({ userSearch, access, isRunning, send, stop }: Props) {
  const [who, setWho] = useState<TryRequest["as"]>(FIRST[access]);
  const [name, setName] = useState("");
  const [method, setMethod] = useState("GET");
  const [refusal, setRefusal] = useState<string | null>(null);
  const hasBody = method !== "GET" && method !== "HEAD";
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const headers = readHeaders(String(form.get("headers") ?? ""));
    if ("wrong" in headers) return setRefusal(`${headers.wrong} isn't a header such as Content-Type: text/plain.`);
    setRefusal(null);
    const path = String(form.get("path") ?? "").trim();
    const body = String(form.get("body") ?? "");
    send({ method, path: path === "" || path.startsWith("/") ? path : `/${path}`, headers, body, as: who, user: name });
  };
  return (
    <form onSubmit={submit} aria-label="Request">
      <Stack gap="sm">
        <Refusal message={refusal} />
        <ScriptSelect
          label="As"
          data={WHO}
          value={who}
          onChange={(event) => setWho(event.currentTarget.value as TryRequest["as"])}
        />
        {who === "user" && <UserField search={userSearch} value={name} change={setName} description={AS_USER} />}
        <div className={classes.line}>
          <ScriptSelect
            label="Method"
            data={METHODS}
            value={method}
            onChange={(event) => setMethod(event.currentTarget.value)}
          />
          <TextInput
            name="path"
            label="Path and query"
            placeholder="/orders?page=2"
            classNames={{ input: classes.code }}
            maxLength={2_000}
            autoComplete="off"
            spellCheck={false}
          />
        </div>
        <Textarea
          name="headers"
          label="Headers"
          description="One per line"
          placeholder="Content-Type: application/json"
          rows={2}
          classNames={{ input: classes.code }}
          spellCheck={false}
        />
        {hasBody && (
          <Textarea
            name="body"
            label="Body"
            rows={5}
            maxLength={1_000_000}
            classNames={{ input: classes.code }}
            spellCheck={false}
          />
        )}
        <Group gap="sm">
          <Button type="submit" {...untilHydrated}>
            {isRunning ? "Send again" : "Send"}
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

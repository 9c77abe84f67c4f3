import { NativeSelect, TextInput } from "@mantine/core";
import { useState } from "react";

const CHOICES = [
  { value: "", label: "When I lift it" },
  { value: "1", label: "In a day" },
  { value: "7", label: "In 7 days" },
  { value: "30", label: "In 30 days" },
  { value: "at", label: "At a time" },
];
const DAY_MILLISECONDS = 86_400_000;

/** When a ban ends. The form sends a moment in UTC, or nothing. */
export function BanEnd() {
  const [choice, setChoice] = useState("");
  const [until, setUntil] = useState("");
  const choose = (value: string) => {
    setChoice(value);
    const days = Number(value);
    setUntil(days > 0 ? new Date(Date.now() + days * DAY_MILLISECONDS).toISOString() : "");
  };
  return (
    <>
      <NativeSelect
        label="Ends"
        data={CHOICES}
        value={choice}
        onChange={({ currentTarget }) => choose(currentTarget.value)}
        maw="14rem"
      />
      {choice === "at" && (
        <TextInput
          type="datetime-local"
          label="Time"
          description="In your time zone."
          onChange={({ currentTarget }) => setUntil(momentOf(currentTarget.value))}
          required
          maw="14rem"
        />
      )}
      <input type="hidden" name="until" value={until} />
    </>
  );
}

function momentOf(local: string): string {
  const moment = new Date(local);
  return Number.isNaN(moment.getTime()) ? "" : moment.toISOString();
}

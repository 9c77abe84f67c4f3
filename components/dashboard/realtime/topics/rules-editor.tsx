"use client";

import { NativeSelect, TextInput } from "@mantine/core";
import type { TopicRule } from "@/lib/services/realtime/sockets/resource";
import type { Outcome, Refused } from "@/lib/web/resource";
import { RuleFrame } from "../../rules/rule-frame";
import classes from "../../rules/rules.module.css";
import { type RuleFields, RulesForm } from "../../rules/rules-form";
import { type SavedRules, useRules } from "../../rules/use-rules";
import own from "../realtime.module.css";
import { type DraftRule, draftOf, type RuleField, ruleOf, type TopicAudience } from "./draft-rule";
import { TryBox } from "./try-box";

interface Props {
  topics: readonly TopicRule[];
  /** The address that tries rules. */
  tryAddress: string;
  /** `null` for a member who may not change them. */
  save: ((topics: unknown[]) => Promise<Outcome>) | null;
}

const PATH = /^realtime\.topics\.(\d+)\.(\w+)$/;

/** The rules of topics in their order, and beside them their answers. */
export function RulesEditor({ topics, tryAddress, save }: Props) {
  const draft = useRules<DraftRule, RuleField>({
    rules: () => topics.map((rule) => draftOf(rule)),
    blank: () => draftOf(),
    ruleOf,
    save: save && (async (rules) => savedBy(await save(rules))),
    savedNote: "Saved. It holds within three seconds.",
  });
  return (
    <RulesForm
      draft={draft}
      label="Rules of topics"
      saveLabel="Save rules"
      intro={<Intro isEmpty={draft.rules.length === 0} />}
      row={RuleRow}
    >
      <TryBox
        address={tryAddress}
        topics={() => draft.rules.map(ruleOf)}
        onTried={(index) => draft.decide(index === null ? undefined : draft.rules[index])}
      />
    </RulesForm>
  );
}

function Intro({ isEmpty }: { isEmpty: boolean }) {
  if (isEmpty)
    return (
      <p className={classes.none}>
        No rules yet, so no one uses a topic. Add one for a room that signed-in users share: <code>room:*</code>.
      </p>
    );
  return (
    <p className={classes.none}>
      The first rule that fits a topic decides. <code>*</code> stands for one part between colons,{" "}
      <code>{"{sub}"}</code> for the user&rsquo;s own ID.
    </p>
  );
}

function savedBy(outcome: Outcome): SavedRules<RuleField> {
  if (outcome.isDone) return { refusal: null, faults: [] };
  const faults = faultsOf(outcome);
  const refusal = faults.length > 0 ? "The rules aren't saved. Correct the marked ones." : outcome.message;
  return { refusal, faults, isSignedOut: outcome.isSignedOut };
}

function faultsOf({ details = [] }: Refused) {
  return details.flatMap(({ path, message }) => {
    const [, rule, field] = PATH.exec(path) ?? [];
    return field === undefined ? [] : [{ rule: Number(rule), field: field as RuleField, message: `It ${message}.` }];
  });
}

const AUDIENCES: readonly { value: TopicAudience; label: string }[] = [
  { value: "anyone", label: "Anyone" },
  { value: "signed-in", label: "Signed-in users" },
  { value: "server", label: "Servers only" },
  { value: "none", label: "No one" },
];

const ACTIONS = [
  { action: "subscribe", label: "Listens" },
  { action: "publish", label: "Sends" },
  { action: "presence", label: "Shows presence" },
] as const;

/** One rule of topics. The name of each field has the rule's number, as people count. */
function RuleRow({ rule, place, errors, change }: RuleFields<DraftRule, RuleField>) {
  const number = place.index + 1;
  const named = (label: string) => ({ label, "aria-label": `${label}, rule ${number}`, disabled: place.isReadOnly });
  return (
    <RuleFrame {...place} number={number}>
      <div className={own.fields}>
        <TextInput
          {...named("Topics")}
          placeholder="room:*"
          value={rule.pattern}
          onChange={(event) => change({ pattern: event.currentTarget.value })}
          error={errors.pattern}
          maxLength={200}
          autoComplete="off"
          spellCheck={false}
        />
        {ACTIONS.map(({ action, label }) => (
          <NativeSelect
            key={action}
            {...named(label)}
            data={[...AUDIENCES]}
            value={rule[action]}
            onChange={(event) => change({ [action]: event.currentTarget.value as TopicAudience })}
            error={errors[action]}
          />
        ))}
      </div>
    </RuleFrame>
  );
}

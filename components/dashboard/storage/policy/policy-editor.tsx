"use client";

import type { Bucket } from "@/lib/services/storage/buckets/resource";
import type { Outcome } from "@/lib/web/resource";
import classes from "../../rules/rules.module.css";
import { RulesForm } from "../../rules/rules-form";
import { type RuleFault, type SavedRules, useRules } from "../../rules/use-rules";
import { type DraftRule, draftOf, type RuleField, ruleOf } from "./draft-rule";
import { ExplainBox } from "./explain-box";
import { RuleRow } from "./rule-row";

type Saved = Outcome<{ faults: RuleFault<RuleField>[] }>;

interface Props {
  policy: Bucket["policy"];
  isPublic: boolean;
  /** The address of the bucket. */
  address: string;
  /** `null` for a member who may not change it. */
  save: ((rules: unknown[]) => Promise<Saved>) | null;
}

/** The rules of a bucket in their order, and beside them their answers. */
export function PolicyEditor({ policy, isPublic, address, save }: Props) {
  const draft = useRules<DraftRule, RuleField>({
    rules: () => policy.map((rule) => draftOf(rule)),
    blank: () => draftOf(),
    ruleOf,
    save: save && (async (rules) => savedBy(await save(rules))),
    savedNote: "Saved.",
  });
  return (
    <RulesForm
      draft={draft}
      label="Policy"
      saveLabel="Save policy"
      intro={<Intro isPublic={isPublic} isEmpty={draft.rules.length === 0} />}
      row={RuleRow}
    >
      <ExplainBox
        address={address}
        isUnsaved={draft.differs}
        onExplained={(index) => draft.decide(index === null ? undefined : draft.saved[index])}
      />
    </RulesForm>
  );
}

function Intro({ isPublic, isEmpty }: { isPublic: boolean; isEmpty: boolean }) {
  return (
    <>
      {isPublic && (
        <p className={classes.none}>The bucket is public: anyone can read its objects, regardless of the rules.</p>
      )}
      {isEmpty && (
        <p className={classes.none}>
          No rules yet. {isPublic ? "For everything else, only" : "Only"} server keys and members reach this bucket.
        </p>
      )}
    </>
  );
}

function savedBy(outcome: Saved): SavedRules<RuleField> {
  if (!outcome.isDone) return { refusal: outcome.message, faults: [], isSignedOut: outcome.isSignedOut };
  const { faults } = outcome.value;
  return { refusal: faults.length > 0 ? "The policy isn't saved. Correct the marked rules." : null, faults };
}

"use client";

import { type ReactNode, useState } from "react";
import { useAuth } from "../auth-provider";
import { Section } from "../profile/section";
import { useText } from "../use-text";
import { Question } from "./question";

/** A button that ends the user's own membership after a question. */
export function LeaveSection({ id, onLeft }: { id: string; onLeft: (() => void) | undefined }): ReactNode {
  const auth = useAuth();
  const text = useText();
  const [isAsking, setAsking] = useState(false);

  async function leave() {
    const result = await auth.organizations.leave({ organizationId: id });
    if (result.ok) onLeft?.();
    return result;
  }

  return (
    <Section title={text("organization.leave")}>
      <p data-part="text">{text("organization.leaveText")}</p>
      {isAsking ? (
        <Question isDangerous button={text("organization.leave")} onAnswer={leave} onCancel={() => setAsking(false)}>
          {null}
        </Question>
      ) : (
        <button type="button" data-part="secondary" onClick={() => setAsking(true)}>
          {text("organization.leave")}
        </button>
      )}
    </Section>
  );
}

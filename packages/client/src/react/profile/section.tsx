"use client";

import { type ReactNode, useId } from "react";
import type { Failure } from "../../result";
import { useAuthContext } from "../auth-provider";
import { AuthForm, SubmitButton } from "../forms/auth-form";
import { describeFailure } from "../messages/fill-in";
import { useSectionLevel } from "../panel";

/** One part of the account, under a heading of its own. */
export function Section({ title, children }: { title: string; children: ReactNode }): ReactNode {
  const id = useId();
  const Heading = `h${useSectionLevel()}` as const;
  return (
    <section data-part="section" aria-labelledby={id}>
      <Heading data-part="subtitle" id={id}>
        {title}
      </Heading>
      {children}
    </section>
  );
}

/** Why a list could not be read. */
export function LoadFailure({ failure }: { failure: Failure | null }): ReactNode {
  const { messages, locale } = useAuthContext();
  if (failure === null) return null;
  return (
    <p data-part="error" role="alert">
      {describeFailure(messages, locale, failure)}
    </p>
  );
}

interface ActionButtonProps {
  children: string;
  /** Says what the button acts on, where several say the same. */
  label?: string | undefined;
  part?: string;
  onAct: () => Promise<Failure | { ok: true } | undefined>;
}

/** A button with a place for what went wrong. */
export function ActionButton({ children, label, part = "secondary", onAct }: ActionButtonProps): ReactNode {
  return (
    <AuthForm part="action" onSubmit={onAct}>
      <SubmitButton part={part} label={label}>
        {children}
      </SubmitButton>
    </AuthForm>
  );
}

/** A date in the language of the texts. */
export function useDate(): (iso: string) => string {
  const { locale } = useAuthContext();
  const format = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short" });
  return (iso) => format.format(new Date(iso));
}

"use client";

import { type ReactNode, useId } from "react";
import type { Failure } from "../../result";
import { useAuthContext } from "../auth-provider";
import { AuthForm, SubmitButton } from "../forms/auth-form";
import { useSectionLevel } from "../panel";

interface SectionProps {
  title: string;
  /** Whether its list is still to come. Until then neither it nor the next section is shown, so that nothing moves. */
  isBusy?: boolean;
  children: ReactNode;
}

/** A part of the account with a heading. */
export function Section({ title, isBusy, children }: SectionProps): ReactNode {
  const id = useId();
  const Heading = `h${useSectionLevel()}` as const;
  return (
    <section data-part="section" aria-labelledby={id} aria-busy={isBusy}>
      <Heading data-part="subtitle" id={id}>
        {title}
      </Heading>
      {children}
    </section>
  );
}

interface ActionButtonProps {
  children: string;
  /** A name that tells the button from others with the same text. */
  label?: string | undefined;
  part?: string;
  onAct: () => Promise<Failure | { ok: true } | undefined>;
}

/** A button that shows the failure of its action beside it. */
export function ActionButton({ children, label, part = "secondary", onAct }: ActionButtonProps): ReactNode {
  return (
    <AuthForm part="action" onSubmit={onAct}>
      <SubmitButton part={part} label={label}>
        {children}
      </SubmitButton>
    </AuthForm>
  );
}

const MOMENT = {
  day: "numeric",
  month: "short",
  year: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  timeZoneName: "short",
} as const;

/** Returns a function that writes a date in the language of the texts. */
export function useDate(): (iso: string) => string {
  const { locale } = useAuthContext();
  const format = new Intl.DateTimeFormat(locale, MOMENT);
  return (iso) => format.format(new Date(iso));
}

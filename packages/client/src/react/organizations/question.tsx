"use client";

import type { ReactNode } from "react";
import { AuthForm, SubmitButton } from "../forms/auth-form";
import { TextButton } from "../panel";
import type { Outcome } from "../profile/confirmation";
import { useFirstFocus } from "../use-first-focus";
import { useText } from "../use-text";

interface QuestionProps {
  button: string;
  isDangerous?: boolean;
  onAnswer: (fields: FormData) => Promise<Outcome>;
  onCancel: () => void;
  children: ReactNode;
}

/** A question in the place of the button that was pressed, which takes the focus. */
export function Question({ button, isDangerous = false, onAnswer, onCancel, children }: QuestionProps): ReactNode {
  const text = useText();
  const place = useFirstFocus();
  return (
    <div data-part="step" ref={place}>
      <AuthForm part="question" onSubmit={onAnswer}>
        {children}
        <div data-part="answers">
          <SubmitButton part={isDangerous ? "danger" : "secondary"}>{button}</SubmitButton>
          <TextButton onClick={onCancel}>{text("action.cancel")}</TextButton>
        </div>
      </AuthForm>
    </div>
  );
}

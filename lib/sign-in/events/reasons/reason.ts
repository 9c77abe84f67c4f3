/** The remedies that a member has for a refusal, if there are any. */
export type Remedy =
  | "lift-ban"
  | "end-lock"
  | "send-verification"
  | "send-reset"
  | "methods"
  | "sign-up"
  | "origins"
  | "limits"
  | "lift-bounce"
  | "two-factor"
  | "sender"
  | "keys"
  | "providers";

/** The words for a reason: the event, and the advice. */
export interface ReasonText {
  title: string;
  advice: string;
  remedy?: Remedy;
}

export type ReasonTexts = Readonly<Record<string, ReasonText>>;

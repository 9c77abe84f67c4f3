/** What a member can do about a refusal, where there is something. */
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

/** How a reason is told: what happened, and what to do. */
export interface ReasonText {
  title: string;
  advice: string;
  remedy?: Remedy;
}

export type ReasonTexts = Readonly<Record<string, ReasonText>>;

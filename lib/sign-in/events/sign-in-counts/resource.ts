import type { SignInRange } from "./ranges";

export type SignInOutcome = "signed_in" | "signed_up" | "refused";

/** The numbers of attempted sign-ins and sign-ups over time. */
export interface SignInCounts {
  range: SignInRange;
  /** When each interval begins, oldest first; ISO 8601, UTC. */
  moments: string[];
  /** The attempts of each interval, for each outcome and method that had any. */
  series: SignInSeries[];
}

export interface SignInSeries {
  outcome: SignInOutcome;
  /** A factor or a provider; empty where none is known. */
  method: string;
  attempts: number[];
}

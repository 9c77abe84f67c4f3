/** The facts that are known of a request while it is served, for the event of its refusal. */
export interface Attempt {
  /** When the request arrived, as `performance.now` tells it. */
  arrivedAt: number;
  /** The address that was typed. */
  email: string | null;
  /** The user whose first factor the request has, where there is no session yet. */
  userId: string | null;
  /** Whether a verb has recorded the refusal. */
  isRecorded: boolean;
}

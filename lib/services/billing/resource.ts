/** A subscription as members see it. Times are ISO 8601, UTC. */
export interface Subscription {
  id: string;
  /** The project that it is for; `null` where it is for the whole organisation. */
  project: { id: string; name: string } | null;
  /** The plan that it pays for while it grants it. */
  plan: string;
  /** The provider's word, such as `active` or `past_due`. */
  status: string;
  isGranted: boolean;
  /** Whether it ends with its period. */
  cancelAtPeriodEnd: boolean;
  currentPeriodEnd: string | null;
  /** Until when a subscription that is past due keeps its plan. */
  graceUntil: string | null;
}

export interface OrganisationBilling {
  /** Whether subscriptions set plans here; otherwise the operator does. */
  isConfigured: boolean;
  /** The page on which owners change their subscription; `null` for other members, and if there is no such page. */
  portalUrl: string | null;
  /** The newest first. */
  subscriptions: Subscription[];
}

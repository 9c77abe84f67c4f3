/** Every number that depends on an organisation's plan. */
export const PLANS = {
  free: { databases: 3, branches: 5 },
  pro: { databases: 25, branches: 50 },
  team: { databases: 200, branches: 500 },
} as const;

export type Plan = keyof typeof PLANS;

export const PLAN_NAMES = Object.keys(PLANS) as Plan[];

export function isPlan(value: string): value is Plan {
  return Object.hasOwn(PLANS, value);
}

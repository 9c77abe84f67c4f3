import type { UsageRow } from "@/components/dashboard/usage/usage-table";
import { byteText } from "@/lib/core/byte-text";
import { type PlanFigure, planName, planRows } from "@/lib/core/plan-table";
import { PLAN_NAMES, planLimits } from "@/lib/core/plans";
import type { Kept } from "@/lib/hosting/kept-bytes/read";
import type { CountHistory } from "@/lib/hosting/usage/count-history";
import type { Storage } from "@/lib/hosting/usage/list-storage";
import type { OrganisationDetails } from "@/lib/people/organisations/show";

interface Sources {
  /** The address of the organisation's pages. */
  home: string;
  organisation: OrganisationDetails;
  kept: Kept;
  history: CountHistory;
  storage: Storage;
}

const WARN_FROM = 0.8;
const count = (value: number) => value.toLocaleString("en");

/** Returns an organisation's use of its limits, and its use of things without one. */
export function countRows({ home, organisation, kept, history }: Omit<Sources, "storage">): UsageRow[] {
  const { usage, members, activeKeys } = organisation;
  const limited = (id: "databases" | "branches", name: string): UsageRow => ({
    ...{ id, name, ...usage[id], history: history[id], historyText: spanText(history[id], count) },
    href: id === "branches" ? `${home}?filter=branches` : home,
    text: `${count(usage[id].used)} of ${count(usage[id].limit)}`,
  });
  const free = (id: string, name: string, used: number, days: readonly (number | null)[]): UsageRow => ({
    ...{ id, name, used, limit: null, text: count(used), history: days, historyText: spanText(days, count) },
    href: `${home}/${id}`,
  });
  return [
    limited("databases", "Databases"),
    limited("branches", "Branches"),
    {
      ...{ id: "kept", name: "Restore points and undo data", href: home, ...kept, history: [], historyText: "" },
      text: `${byteText(kept.used)} of ${byteText(kept.limit)}`,
    },
    free("members", "Members", members, history.members),
    free("keys", "API keys", activeKeys, []),
  ];
}

export function storageRows({ home, organisation, storage }: Pick<Sources, "home" | "organisation" | "storage">) {
  const { databaseBytes } = organisation;
  return storage.items.map(({ id, name, isBranch, sizeBytes, sizes }): UsageRow => {
    return {
      ...{ id, name, used: sizeBytes, limit: databaseBytes, history: sizes, historyText: spanText(sizes, byteText) },
      href: `${home}/databases/${id}`,
      ...(isBranch && { note: "branch" }),
      text: `${byteText(sizeBytes)} of ${byteText(databaseBytes)}`,
    };
  });
}

/** Returns a sentence for each limit of which 80 % or more is used. */
export function warningsOf(rows: readonly UsageRow[]): string[] {
  return rows.flatMap(({ name, used, limit, text }) => {
    if (limit === null || used < limit * WARN_FROM) return [];
    return [used >= limit ? `${name}: limit reached (${text}).` : `${name}: nearly full (${text}).`];
  });
}

/** Returns a sentence for each limit of the current plan that more is used of than it allows. */
export function excessesOf({
  organisation,
  kept,
  storage,
}: Pick<Sources, "organisation" | "kept" | "storage">): string[] {
  const none = { databases: [], branches: [], members: [] };
  const rows = [
    ...countRows({ home: "", organisation, kept, history: none }),
    ...storageRows({ home: "", organisation, storage }),
  ];
  return rows.flatMap(({ name, used, limit, text }) => (limit !== null && used > limit ? [`${name}: ${text}.`] : []));
}

/** Returns the plans beside each other, with the use where it is more than a plan allows. */
export function comparePlans({ organisation, kept, storage }: Pick<Sources, "organisation" | "kept" | "storage">) {
  const used: Record<PlanFigure, number> = {
    databases: organisation.usage.databases.used,
    branches: organisation.usage.branches.used,
    databaseBytes: storage.items[0]?.sizeBytes ?? 0,
    keptBytes: kept.used,
  };
  const textOf = (figure: PlanFigure) => (figure.endsWith("Bytes") ? byteText : count)(used[figure]);
  return {
    plans: PLAN_NAMES.map((plan) => ({ name: planName(plan), isCurrent: plan === organisation.plan })),
    rows: planRows().map(({ name, figure, values }) => ({
      name,
      cells: PLAN_NAMES.map((plan) => ({
        value: values[plan],
        exceededBy:
          figure !== null && plan !== organisation.plan && used[figure] > planLimits(plan)[figure]
            ? `you use ${textOf(figure)}`
            : null,
      })),
    })),
  };
}

function spanText(values: readonly (number | null)[], format: (value: number) => string): string {
  const known = values.filter((value) => value !== null);
  const [first, last] = [known.at(0), known.at(-1)];
  if (first === undefined || last === undefined) return "not measured yet";
  return `from ${format(first)} to ${format(last)} in 30 days`;
}

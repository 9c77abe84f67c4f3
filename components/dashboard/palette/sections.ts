import { GROUPS, type Group, type PaletteItem } from "./item";
import { rank } from "./rank";
import type { RecentChoice } from "./recent";

export interface Section {
  group: Group;
  items: PaletteItem[];
}

/** The most items of one kind, so that no kind hides the others. */
const MOST_OF_A_KIND = 8;
const MOST_RECENT = 5;

/** Returns the items that fit the query, by kind; the kind with the best fit first. */
export function sectionsOf(items: readonly PaletteItem[], query: string): Section[] {
  const best = new Map<Group, { items: PaletteItem[]; score: number }>();
  for (const { item, score } of rank(items, query)) {
    const section = best.get(item.group);
    if (!section) best.set(item.group, { items: [item], score });
    else if (section.items.length < MOST_OF_A_KIND) section.items.push(item);
  }
  return [...best]
    .sort(([a, { score: left }], [b, { score: right }]) => right - left || GROUPS.indexOf(a) - GROUPS.indexOf(b))
    .map(([group, section]) => ({ group, items: section.items }));
}

/** Returns the items that are shown before anything is typed: the last choices, then actions and pages. */
export function sectionsBefore(
  items: readonly PaletteItem[],
  recent: readonly RecentChoice[],
  home: string,
): Section[] {
  const byId = new Map(items.map((item) => [item.id, item]));
  const chosen = recent.flatMap((choice) => recentItem(choice, byId, home)).slice(0, MOST_RECENT);
  const ids = new Set(chosen.map(({ id }) => id));
  const of = (group: Group) => items.filter((item) => item.group === group && !ids.has(item.id));
  const sections: Section[] = [
    { group: "Recent", items: chosen },
    { group: "Actions", items: of("Actions").slice(0, MOST_OF_A_KIND) },
    { group: "Pages", items: of("Pages") },
    { group: "Databases", items: of("Databases").slice(0, MOST_OF_A_KIND) },
  ];
  return sections.filter((section) => section.items.length > 0);
}

/** An action is offered only where it can be given now; an address only in the organisation it belongs to. */
function recentItem(choice: RecentChoice, byId: Map<string, PaletteItem>, home: string): PaletteItem[] {
  const item = byId.get(choice.id);
  if (item) return [item];
  const like = [...byId.values()].find(({ group }) => group === choice.group);
  const { href } = choice;
  const isHere = href?.startsWith(`${home}/`) || href?.startsWith("/docs");
  if (!like || !href || !isHere || choice.group === "Actions") return [];
  return [{ ...choice, icon: like.icon, isDocument: href.startsWith("/docs") }];
}

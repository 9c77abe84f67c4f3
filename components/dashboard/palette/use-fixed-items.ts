"use client";

import { IconBook, IconBuilding, IconCommand, IconLogout, IconMoon, IconUser, IconUsers } from "@tabler/icons-react";
import { useMemo } from "react";
import { useCommandTable } from "@/components/ui/commands/command-table";
import { ADMINISTRATION } from "../navigation/administration";
import { type NavigationItem, pagesOfOrganisation, placeOf } from "../navigation/pages";
import { commandsOf } from "../navigation/place-commands";
import type { PlaceProps } from "../navigation/place-props";
import type { PaletteItem } from "./item";

/** Returns the pages, the actions and the organisations, which the browser knows without asking. */
export function useFixedItems({
  organisations,
  organisation,
  database = null,
  project = null,
  isOperator,
  isAdministration = false,
}: PlaceProps): PaletteItem[] {
  const commands = useCommandTable();
  return useMemo(() => {
    const here = new Map(commands.map((command) => [command.id, command]));
    const elsewhere = organisation ? commandsOf(organisation, { database, project }) : [];
    const inner = organisation && (database || project) ? placeOf(organisation, database, project) : null;
    const known = new Set(elsewhere.map(({ id }) => id));
    const actions: PaletteItem[] = [
      ...elsewhere.map(({ id, label, words, icon, href }) => {
        const command = here.get(id);
        const common = { id, group: "Actions" as const, label, words, icon, keys: command?.keys };
        return command?.run ? { ...common, run: command.run } : { ...common, href };
      }),
      ...commands.flatMap(({ id, label, keys, run, group }): PaletteItem[] =>
        run && !known.has(id) && group !== "Lists" && group !== "Go to"
          ? [{ id, group: "Actions", label, keys, run, icon: ICONS[id] ?? IconCommand, words: WORDS[id] }]
          : [],
      ),
    ];
    const pages = [
      ...(inner ? inner.pages.map(pageItem(inner.name ?? "")) : []),
      ...(organisation ? pagesOfOrganisation(organisation).map(pageItem(organisation.name)) : []),
      ...(isOperator ? ADMINISTRATION.pages.map(administrationItem(isAdministration)) : []),
      page("/dashboard/account", "Account", IconUser, "profile password passkeys two-step email delete"),
      page("/dashboard/invitations", "Invitations and new organisation", IconUsers, "join create team"),
      { ...page("/docs", "Documentation", IconBook, "help manual guide"), isDocument: true },
    ];
    const others = organisations
      .filter(({ id }) => id !== organisation?.id)
      .map(({ id, name }): PaletteItem => {
        const label = `Switch to ${name}`;
        return {
          id,
          group: "Organisations",
          label,
          words: "organisation team",
          icon: IconBuilding,
          href: `/dashboard/${id}`,
        };
      });
    return [...actions, ...pages, ...others];
  }, [commands, organisations, organisation, database, project, isOperator, isAdministration]);
}

const ICONS: Record<string, PaletteItem["icon"]> = { "sign-out": IconLogout, theme: IconMoon };

const WORDS: Record<string, string> = {
  "sign-out": "log out leave exit",
  "theme-light": "colour scheme mode day",
  "theme-dark": "colour scheme mode night",
  "theme-auto": "colour scheme mode system",
  connect: "connection string psql password host url env",
  "rotate-credential": "change reset password credential",
  shortcuts: "keys keyboard help hotkeys",
  "collapse-sidebar": "fold navigation expand",
};

function page(href: string, label: string, icon: PaletteItem["icon"], words: string): PaletteItem {
  return { id: href, group: "Pages", label, icon, words, href };
}

function pageItem(of: string) {
  return ({ href, label, icon, words, key }: NavigationItem): PaletteItem => {
    return { ...page(href, label, icon, words), hint: of, keys: `g ${key}` };
  };
}

/** Their keys lead there from one of them only. */
function administrationItem(isHere: boolean) {
  return (item: NavigationItem): PaletteItem => {
    const { keys, ...found } = pageItem("Administration")(item);
    return isHere ? { ...found, keys } : found;
  };
}

"use client";

import {
  IconApps,
  IconDatabase,
  IconFileText,
  IconKey,
  IconPlayerPlay,
  IconTable,
  IconUser,
} from "@tabler/icons-react";
import { useMemo } from "react";
import { useDatabases } from "@/components/ui/use-databases";
import { useProjects } from "@/components/ui/use-projects";
import { rowAddress } from "../addresses/row-address";
import type { PlaceProps } from "../navigation/place-props";
import type { PaletteItem } from "./item";
import { useDocItems } from "./use-doc-items";
import { useFixedItems } from "./use-fixed-items";
import { useNames, useSearchAddress } from "./use-names";

interface OrganisationNames {
  members: { id: string; email: string; role: string }[];
  keys: { id: string; name: string }[];
}

interface DatabaseNames {
  tables: { schema: string; name: string }[];
  isCut: boolean;
  queries: { id: string; name: string }[];
}

/** Returns everything the palette can find for `query`; items that the service has to be asked for come in later. */
export function useItems(place: PlaceProps, query: string): PaletteItem[] {
  const fixed = useFixedItems(place);
  const databases = useDatabaseItems(place, query);
  const projects = useProjectItems(place, query);
  const users = useUserItems(place, query);
  const named = useNamedItems(place);
  const tables = useTableItems(place, query);
  const docs = useDocItems(query);
  return useMemo(
    () => [...fixed, ...databases, ...projects, ...users, ...tables, ...named, ...docs],
    [fixed, databases, projects, users, tables, named, docs],
  );
}

function useDatabaseItems({ organisation }: PlaceProps, query: string): PaletteItem[] {
  const found = useDatabases(organisation?.id ?? null, query);
  return useMemo(
    () =>
      found.map(({ id, name, parentName }) => ({
        id,
        group: "Databases",
        label: name,
        hint: parentName === null ? "" : `branch of ${parentName}`,
        icon: IconDatabase,
        href: `/dashboard/${organisation?.id}/databases/${id}`,
      })),
    [found, organisation],
  );
}

function useProjectItems({ organisation }: PlaceProps, query: string): PaletteItem[] {
  const found = useProjects(organisation?.id ?? null, query);
  return useMemo(
    () =>
      found.map(({ id, name }) => {
        const href = `/dashboard/${organisation?.id}/projects/${id}`;
        return { id, group: "Projects", label: name, icon: IconApps, href };
      }),
    [found, organisation],
  );
}

/** Returns the users of the project whose address or name starts with the query. */
function useUserItems({ organisation, project }: PlaceProps, query: string): PaletteItem[] {
  const at = organisation && project ? `/dashboard/${organisation.id}/projects/${project.id}/users` : null;
  const found = useNames<{ items: { id: string; email: string; name: string }[] }>(
    useSearchAddress(at && `${at}/search`, "name", query),
  );
  return useMemo(
    () =>
      (found?.items ?? []).map(({ id, email, name }) => {
        return { id, group: "Users", label: email, hint: name, words: name, icon: IconUser, href: `${at}/${id}` };
      }),
    [found, at],
  );
}

/**
 * Returns the tables of the database: the first ones from those that are known, the others by a search of the service.
 */
function useTableItems({ organisation, database }: PlaceProps, query: string): PaletteItem[] {
  const base = organisation && database ? `/dashboard/${organisation.id}/databases/${database.id}` : null;
  const first = useNames<DatabaseNames>(base && `${base}/names`);
  const search = useSearchAddress(first?.isCut ? `${base}/names` : null, "search", query);
  const searched = useNames<DatabaseNames>(search);
  return useMemo(() => {
    if (base === null || first === null) return [];
    const tables = new Map(
      [...first.tables, ...(searched?.tables ?? [])].map((table) => [JSON.stringify(table), table]),
    );
    return [
      ...[...tables.values()].map((table): PaletteItem => {
        const label = table.schema === "public" ? table.name : `${table.schema}.${table.name}`;
        const href = rowAddress(`${base}/tables`, { ...table, filters: [] });
        return { id: href, group: "Tables", label, icon: IconTable, href };
      }),
      ...first.queries.flatMap((query) => queryItems(query, database?.id ?? "", `${base}/sql`)),
    ];
  }, [base, first, searched, database]);
}

/** A saved query can be opened, or opened and run. */
function queryItems({ id, name }: DatabaseNames["queries"][number], databaseId: string, href: string): PaletteItem[] {
  const common = { group: "Saved queries", href } as const;
  const tabs = async () => (await import("../editor/query-tabs")).queryTabsOf(databaseId);
  const open = async () => (await tabs()).openQuery({ id, name });
  const run = async () => (await tabs()).runQuery({ id, name });
  return [
    { ...common, id, label: name, icon: IconFileText, run: open },
    { ...common, id: `run-${id}`, label: `Run saved query: ${name}`, words: "execute", icon: IconPlayerPlay, run },
  ];
}

function useNamedItems({ organisation }: PlaceProps): PaletteItem[] {
  const at = organisation ? `/dashboard/${organisation.id}` : null;
  const names = useNames<OrganisationNames>(at && `${at}/names`);
  return useMemo(
    () => [
      ...(names?.members ?? []).map(({ id, email, role }): PaletteItem => {
        return { id, group: "Members", label: email, hint: role, icon: IconUser, href: `${at}/members` };
      }),
      ...(names?.keys ?? []).map(({ id, name }): PaletteItem => {
        return { id, group: "API keys", label: name, icon: IconKey, href: `${at}/keys` };
      }),
    ],
    [names, at],
  );
}

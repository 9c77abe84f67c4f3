import { z } from "zod";
import { oneLineName } from "@/lib/core/names";

export const SavedQueryName = oneLineName(80);

/** The longest text of a saved query, in UTF-16 units. */
export const MAX_QUERY_LENGTH = 100_000;

export const SavedQueryText = z.string().max(MAX_QUERY_LENGTH);

export interface SavedQuery {
  id: string;
  name: string;
  text: string;
  /** The address of the member who made it; `null` when the account is gone. */
  createdByEmail: string | null;
  /** ISO 8601, UTC. */
  createdAt: string;
  updatedAt: string;
}

export interface SavedQueryRow {
  id: string;
  name: string;
  text: string;
  createdById: string;
  createdAt: Date;
  updatedAt: Date;
}

export function toSavedQuery(row: SavedQueryRow, createdByEmail: string | null): SavedQuery {
  const { id, name, text, createdAt, updatedAt } = row;
  return {
    id,
    name,
    text,
    createdByEmail,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}

"use client";

import { useEffect, useMemo, useSyncExternalStore } from "react";
import { type KnownSchemas, SchemaSource } from "./schema-source";

/** Returns the schemas of a database, asked for at once and again whenever the user comes back to the window. */
export function useSchema(base: string): SchemaSource {
  const schema = useMemo(() => new SchemaSource(base), [base]);
  useEffect(() => {
    const refresh = () => schema.refresh();
    window.addEventListener("focus", refresh);
    void schema.schemas();
    return () => window.removeEventListener("focus", refresh);
  }, [schema]);
  return schema;
}

const NONE: KnownSchemas = { schemas: null, isFailed: false };

export function useKnownSchemas(schema: SchemaSource): KnownSchemas {
  return useSyncExternalStore(schema.subscribe, schema.known, () => NONE);
}

"use client";

import { useDisclosure } from "@mantine/hooks";
import { useState } from "react";

/** Keeps which row a dialog asks about. It stays set while the dialog closes, so that the dialog's text stays. */
export function useAsked<Row>() {
  const [isAsking, { open, close }] = useDisclosure();
  const [asked, setAsked] = useState<Row | null>(null);
  const ask = (row: Row) => {
    setAsked(row);
    open();
  };
  return { asked, isAsking, ask, close };
}

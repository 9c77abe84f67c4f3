"use client";

import { Loader } from "@mantine/core";
import { useLinkStatus } from "next/link";
import classes from "./pending-link.module.css";

/** Shows a loader inside a link of Next whose page takes longer than 0.3 seconds. */
export function PendingLink() {
  const { pending } = useLinkStatus();
  return pending ? <Loader size={14} className={classes.waiting} aria-label="Loading" /> : null;
}

"use client";

import { Loader } from "@mantine/core";
import { useLinkStatus } from "next/link";
import classes from "./pending-link.module.css";

/** Within a link of Next: shows that its page is on the way, once that takes long enough to wonder. */
export function PendingLink() {
  const { pending } = useLinkStatus();
  return pending ? <Loader size={14} className={classes.waiting} aria-label="Loading" /> : null;
}

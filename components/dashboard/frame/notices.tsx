"use client";

import "@mantine/notifications/styles.css";
import { Notifications } from "@mantine/notifications";

/** The place where notices appear, including those that were shown before it was loaded. */
export default function Notices() {
  return <Notifications position="bottom-right" />;
}

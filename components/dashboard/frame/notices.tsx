"use client";

import "@mantine/notifications/styles.css";
import { Notifications } from "@mantine/notifications";

/** Where notices appear, also those that were shown before this was there. */
export default function Notices() {
  return <Notifications position="bottom-right" />;
}

"use client";

import "@mantine/notifications/styles.css";
import { Notifications, notifications, useNotifications } from "@mantine/notifications";
import { useEffect } from "react";

/** The place where notices appear, those included that were shown before it was loaded. A notice replaces the one before. */
export default function Notices() {
  const { notifications: shown } = useNotifications();
  useEffect(() => {
    for (const { id } of shown.slice(0, -1)) if (id) notifications.hide(id);
  }, [shown]);
  return <Notifications position="bottom-right" />;
}

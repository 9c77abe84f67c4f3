"use client";

import "@mantine/notifications/styles.css";
import { Notifications, notifications, notificationsStore } from "@mantine/notifications";
import { useEffect } from "react";

/** The place where notices appear, including those that were shown before it was loaded: one at a time, the latest. */
export default function Notices() {
  useEffect(() => {
    const keepLatest = () => {
      const { notifications: shown, queue } = notificationsStore.getState();
      if (shown.length + queue.length > 1) notifications.updateState(notificationsStore, (all) => all.slice(-1));
    };
    keepLatest();
    return notificationsStore.subscribe(keepLatest);
  }, []);
  return <Notifications position="bottom-right" />;
}

"use client";

import { notifications } from "@mantine/notifications";
import { useEffect } from "react";

/** While the browser is offline, a link says so in place of leading to the browser's error page. */
export function useStayOffline(): void {
  useEffect(() => {
    const stay = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
      if (navigator.onLine || !link || link.getAttribute("href")?.startsWith("#")) return;
      event.preventDefault();
      event.stopPropagation();
      const message = "You are offline. The page stays as it is; follow the link when you are back online.";
      notifications.show({ id: "offline", message, color: "yellow", role: "alert" });
    };
    document.addEventListener("click", stay, { capture: true });
    return () => document.removeEventListener("click", stay, { capture: true });
  }, []);
}

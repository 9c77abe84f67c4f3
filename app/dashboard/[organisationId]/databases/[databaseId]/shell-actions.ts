"use server";

import { createShellConnection } from "@/lib/hosting/shell-connections/create";
import { inDatabase } from "@/lib/web/places";

export const openShell = inDatabase("dashboardOpenShellConnection", {}, createShellConnection);

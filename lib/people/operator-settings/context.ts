import type { Context } from "@/lib/core/context";
import type { LiveSettings } from "./live-settings";

export interface OperatorSettingsContext extends Context {
  settings: LiveSettings;
}

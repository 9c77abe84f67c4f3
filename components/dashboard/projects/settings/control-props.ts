import type { SettingField, SettingValue } from "@/lib/web/resource";

export interface ControlProps {
  field: SettingField;
  value: SettingValue;
  change: (value: SettingValue) => void;
  error: string | null;
  isReadOnly: boolean;
}

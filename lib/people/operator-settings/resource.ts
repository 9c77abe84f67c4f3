/** The place that a setting's value comes from: its variable, the stored value, or the default. */
export type SettingSource = "variable" | "stored" | "default";

export interface OperatorSetting {
  /** The name of its variable. */
  name: string;
  label: string;
  note: string | null;
  placeholder: string | null;
  choices: readonly { value: string; label: string }[];
  isNumber: boolean;
  isSecret: boolean;
  source: SettingSource;
  /** The value in force; `null` where there is none, and always for a secret. */
  value: string | null;
  /** Whether a value is in force. */
  isSet: boolean;
  /** The default; `null` where there is none. */
  fallback: string | null;
  /** The value that is stored; `null` where none is, and always for a secret. */
  stored: string | null;
  /** A stored value that a variable keeps from being in force counts, too. */
  isStored: boolean;
  /** ISO 8601; `null` where nothing is stored. */
  changedAt: string | null;
}

export interface OperatorSettingGroup {
  id: string;
  title: string;
  text: string;
  settings: readonly OperatorSetting[];
}

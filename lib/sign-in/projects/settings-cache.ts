import type { ProjectSettings } from "./settings";
import { readSettings } from "./stored-settings";

const MAX_PROJECTS = 5_000;

interface CachedSettings {
  text: string;
  settings: ProjectSettings;
}

/** Caches each project's parsed settings for the exact text they were parsed from. Evicts the oldest entries. */
export class SettingsCache {
  readonly #byProject = new Map<string, CachedSettings>();

  /** Returns the effective settings of the stored JSON `text`. Throws when they do not fit the schema. */
  read(projectId: string, text: string): ProjectSettings {
    const cached = this.#byProject.get(projectId);
    if (cached?.text === text) return cached.settings;
    const settings = readSettings(JSON.parse(text));
    this.#byProject.delete(projectId);
    this.#byProject.set(projectId, { text, settings });
    const [oldest] = this.#byProject.keys();
    if (this.#byProject.size > MAX_PROJECTS && oldest !== undefined) this.#byProject.delete(oldest);
    return settings;
  }
}

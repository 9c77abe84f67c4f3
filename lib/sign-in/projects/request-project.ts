import type { ProjectStatus } from "./resource";
import type { ProjectSettings } from "./settings";

/** The project a request belongs to. */
export interface RequestProject {
  id: string;
  /** Shown to users where no setting names something else. */
  name: string;
  status: ProjectStatus;
  settings: ProjectSettings;
  /** The keys it may publish, where it was found by its id alone. */
  keys?: readonly PublishedKey[];
  /** The key that signs, where it was found by a key of the project; `null` when there is none yet. */
  signingKey?: CurrentSigningKey | null;
}

export interface PublishedKey {
  status: string;
  publicJwk: unknown;
  retiredAt: Date | null;
}

export type SigningAlgorithm = ProjectSettings["token"]["algorithm"];

/** The key that signs for a project now, as it is stored beside the project. */
export interface CurrentSigningKey {
  id: string;
  algorithm: SigningAlgorithm;
}

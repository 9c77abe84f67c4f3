import type { KeyObject } from "node:crypto";
import type { ProjectKeyKind, ProjectKeyScope } from "@/lib/core/access/project-key-scope";
import type { ProjectStatus } from "./resource";
import type { ProjectSettings } from "./settings";

export interface RequestProject {
  id: string;
  /** The name that users see where no setting gives another. */
  name: string;
  status: ProjectStatus;
  settings: ProjectSettings;
  /** Set for the dashboard's own project. */
  isBuiltIn?: boolean;
  /** Whether it has an enabled connection for single sign-on. */
  hasSso?: boolean;
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

export interface CurrentSigningKey {
  id: string;
  algorithm: SigningAlgorithm;
}

/** A key that signs, opened. */
export interface Signer {
  algorithm: SigningAlgorithm;
  /** BASE64URL, RFC 7515 section 3.1. */
  header: string;
  key: KeyObject;
}

/** A key of a project as a request finds it, expired and revoked ones too. */
export interface FoundProjectKey {
  id: string;
  kind: ProjectKeyKind;
  scope: ProjectKeyScope;
  project: RequestProject;
  expiresAt: Date | null;
  revokedAt: Date | null;
}

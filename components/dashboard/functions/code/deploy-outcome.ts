/** Something that is wrong with the files. */
export interface DeployFault {
  /** `null` where it concerns none in particular. */
  file: string | null;
  line: number | null;
  message: string;
}

/** Why a deployment didn't come about: the files are wrong, or another version was deployed meanwhile. */
export interface DeployRefusal {
  kind: "failed" | "conflict";
  message: string;
  faults: readonly DeployFault[];
}

export type DeployAnswer = { version: number } | { refusal: DeployRefusal };

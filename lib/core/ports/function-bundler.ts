export interface FunctionFiles {
  /** The text of each file, by its path. */
  files: Readonly<Record<string, string>>;
  entry: string;
}

/** A folder of this machine, with the packages that are installed there. */
export interface FunctionFolder {
  folder: string;
  entry: string;
}

export interface FunctionBundle {
  /** One ES module. */
  code: string;
  /** The names that it exports. */
  exports: readonly string[];
}

export interface BundleFault {
  /** `null` where it is no file's. */
  file: string | null;
  line: number | null;
  message: string;
}

/** Thrown for files that are not one program; each fault says where and why. */
export class BundleError extends Error {
  /** Recognises errors across bundles: the server and the pages each have their own copy of this class. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof Error && value.name === "BundleError";
  }

  override readonly name = "BundleError";
  readonly faults: readonly BundleFault[];

  constructor(faults: readonly BundleFault[]) {
    const [first] = faults;
    const place = first?.file ? `${first.file}${first.line === null ? "" : `:${first.line}`}: ` : "";
    super(`${place}${first?.message ?? "The files can't be bundled."}`);
    this.faults = faults;
  }
}

/** Makes one module of a function's files, which may be made to harm who reads them. */
export interface FunctionBundler {
  /**
   * Reads no file of the machine but those of the packages that functions may import. Projects take turns. Throws
   * `BundleError`, `rate_limited`, `service_unavailable`.
   */
  bundle(projectId: string, sources: FunctionFiles): Promise<FunctionBundle>;
  /**
   * Reads every file that the files of the folder import, for as long as it takes: for the machine of their author.
   * Throws
   * `BundleError`.
   */
  bundleFolder(sources: FunctionFolder): Promise<FunctionBundle>;
}

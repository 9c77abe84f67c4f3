import { access, constants, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { delimiter, join } from "node:path";
import type { LaunchKind } from "@/lib/core/ports/function-runtime";
import { runToEnd } from "./run-to-end";
import { systemCallFilter } from "./system-call-filter";

export interface LaunchCommand {
  file: string;
  args: string[];
  /** The user that the process runs as; `null` where this process may not choose. */
  user: number | null;
  /** A file that the command reads as its descriptor 3. */
  filterFile: string | null;
}

export interface Launch {
  kind: LaunchKind;
  /** Whether each process runs as a user of its own. */
  hasOwnUsers: boolean;
  /** Returns the command that runs the runtime in a folder, with arguments of its own. */
  commandFor(folder: string, args: readonly string[], slot: number): LaunchCommand;
}

interface ProbeOptions {
  mode: "development" | "production";
  /** The operator's command, of words; `{folder}` in it stands for the folder that must be there inside. */
  sandbox: string | null;
  /** The folder of the filter of system calls. */
  folder: string;
  /** The folders in which programs are looked for. */
  searchPath?: string | undefined;
  /** The longest time that a program may take to say that it works. */
  patienceMilliseconds?: number | undefined;
  /** Is told the error of each way that doesn't work, the best one first. */
  onRefused?: (reason: string) => void;
}

/** Beyond the users of machines and of most containers. */
const FIRST_USER = 610_000;
/** A machine that is busy takes seconds for work that takes milliseconds on another. */
const PROBE_MILLISECONDS = 30_000;

type FindProgram = (name: string) => Promise<string | undefined>;

/** Returns the path of the runtime; `null` where its package is not installed. */
export function findWorkerd(): string | null {
  try {
    const require = createRequire(join(process.cwd(), "package.json"));
    const { arch, platform } = process;
    const architecture = arch === "x64" ? "64" : arch;
    const inner = createRequire(require.resolve("workerd"));
    return inner.resolve(`@cloudflare/workerd-${platform}-${architecture}/bin/workerd`);
  } catch {
    return null;
  }
}

/**
 * Returns the best way to launch functions that works on this machine; `null` for none. Throws `UnansweredProbe` where a
 * better way has not answered: nothing weaker takes its place for that.
 */
export async function findLaunch(workerd: string, options: ProbeOptions): Promise<Launch | null> {
  const probe = { ...options, patienceMilliseconds: options.patienceMilliseconds ?? PROBE_MILLISECONDS };
  for (const launch of await candidates(workerd, probe)) if (await works(launch, probe)) return launch;
  return null;
}

type Probe = ProbeOptions & { patienceMilliseconds: number };

async function candidates(workerd: string, options: Probe): Promise<Launch[]> {
  const { mode, sandbox, folder, patienceMilliseconds } = options;
  if (sandbox !== null) return [operatorsLaunch(workerd, sandbox)];
  // biome-ignore lint/style/noProcessEnv: where programs are is the machine's, and no setting of the service.
  const searchPath = options.searchPath ?? process.env.PATH ?? "";
  const find = (name: string) => findProgram(name, searchPath);
  const isRoot = process.getuid?.() === 0;
  const [bwrap, unshare, setpriv] = await Promise.all(["bwrap", "unshare", "setpriv"].map(find));
  const limits = await limitsPrefix(find);
  const found: Launch[] = [];
  if (bwrap) {
    const parts = {
      limits,
      bwrap,
      libraries: await librariesOf(workerd, await find("ldd"), patienceMilliseconds),
      filterFile: await writeFilter(folder),
    };
    if (isRoot) found.push(bubblewrapLaunch(workerd, { ...parts, hasOwnUsers: true }));
    found.push(bubblewrapLaunch(workerd, { ...parts, hasOwnUsers: false }));
  }
  if (mode === "production") return found;
  if (unshare && setpriv) found.push(namespaceLaunch(workerd, { limits, unshare, setpriv }));
  found.push(plainLaunch(workerd, { limits, setpriv: setpriv ?? null }));
  return found;
}

function operatorsLaunch(workerd: string, sandbox: string): Launch {
  const words = sandbox.split(/\s+/).filter(Boolean);
  return {
    kind: "sandbox",
    hasOwnUsers: false,
    commandFor: (folder, args) => {
      const [file = "", ...rest] = words.map((word) => word.replaceAll("{folder}", folder));
      return { file, args: [...rest, workerd, ...args], user: null, filterFile: null };
    },
  };
}

interface BubblewrapParts {
  limits: string[];
  bwrap: string;
  libraries: string[];
  filterFile: string | null;
  hasOwnUsers: boolean;
}

/** The process sees the runtime, its libraries and its own folder: no other files, processes, users or networks. */
function bubblewrapLaunch(workerd: string, parts: BubblewrapParts): Launch {
  const { limits, bwrap, libraries, filterFile, hasOwnUsers } = parts;
  const devices = ["/dev/null", "/dev/urandom"].flatMap((path) => ["--dev-bind", path, path]);
  const files = [...libraries, workerd].flatMap((path) => ["--ro-bind", path, path]);
  const rules = ["--unshare-all", "--die-with-parent", "--new-session", "--clearenv", "--cap-drop", "ALL"];
  const filter = filterFile === null ? [] : ["--seccomp", "3"];
  return {
    kind: "bubblewrap",
    hasOwnUsers,
    commandFor: (folder, args, slot) => {
      const own = ["--bind", folder, "/function", "--chdir", "/function", "--remount-ro", "/"];
      const words = [...limits, bwrap, ...rules, ...devices, ...files, ...own, ...filter, "--", workerd, ...args];
      return { ...split(words), user: hasOwnUsers ? FIRST_USER + slot : null, filterFile };
    },
  };
}

function namespaceLaunch(workerd: string, parts: { limits: string[]; unshare: string; setpriv: string }): Launch {
  const spaces = ["--user", "--map-root-user", "--net", "--ipc", "--uts", "--mount", "--pid", "--fork", "--mount-proc"];
  const words = [...parts.limits, parts.unshare, ...spaces, "--kill-child", parts.setpriv, "--no-new-privs"];
  const rest = ["--bounding-set=-all", "--inh-caps=-all", "--", workerd];
  return {
    kind: "namespace",
    hasOwnUsers: false,
    commandFor: (_folder, args) => ({ ...split([...words, ...rest, ...args]), user: null, filterFile: null }),
  };
}

function plainLaunch(workerd: string, { limits, setpriv }: { limits: string[]; setpriv: string | null }): Launch {
  const tied = setpriv === null ? [] : [setpriv, "--pdeathsig", "KILL", "--no-new-privs", "--"];
  return {
    kind: "plain",
    hasOwnUsers: false,
    commandFor: (_folder, args) => ({ ...split([...limits, ...tied, workerd, ...args]), user: null, filterFile: null }),
  };
}

function split([file = "", ...args]: string[]): { file: string; args: string[] } {
  return { file, args };
}

async function works(launch: Launch, { folder, patienceMilliseconds, onRefused }: Probe): Promise<boolean> {
  const { file, args, user } = launch.commandFor(folder, ["--version"], 0);
  // The probe needs no filter: descriptor 3 isn't there.
  const words = args.filter((word, index) => word !== "--seccomp" && args[index - 1] !== "--seccomp");
  const identity = user === null ? {} : { uid: user, gid: user };
  const { isSuccess, output, errors } = await runToEnd(file, words, { patienceMilliseconds, ...identity });
  if (isSuccess && output.startsWith("workerd")) return true;
  onRefused?.(`${launch.kind}: ${errors.trim().split("\n").at(-1) || "ended without a word"}`);
  return false;
}

/** The dashboard, sign-in and SQL on the same machine come first; files and cores are never written. */
async function limitsPrefix(find: FindProgram): Promise<string[]> {
  const [nice, prlimit] = await Promise.all(["nice", "prlimit"].map(find));
  return [
    ...(nice ? [nice, "-n", "10"] : []),
    ...(prlimit ? [prlimit, "--core=0", "--fsize=65536", "--nofile=4096", "--"] : []),
  ];
}

async function writeFilter(folder: string): Promise<string | null> {
  const filter = systemCallFilter();
  if (!filter) return null;
  const path = join(folder, "filter.bpf");
  await writeFile(path, filter, { mode: 0o644 });
  return path;
}

async function librariesOf(program: string, ldd: string | undefined, patienceMilliseconds: number): Promise<string[]> {
  if (!ldd) return [];
  const { output } = await runToEnd(ldd, [program], { patienceMilliseconds });
  return [...output.matchAll(/(\/[^\s)]+)/g)].map(([path]) => path).filter((path) => path !== program);
}

async function findProgram(name: string, searchPath: string): Promise<string | undefined> {
  for (const folder of searchPath.split(delimiter)) {
    const path = join(folder, name);
    if (
      folder &&
      (await access(path, constants.X_OK).then(
        () => true,
        () => false,
      ))
    )
      return path;
  }
  return undefined;
}

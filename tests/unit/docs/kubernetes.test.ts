import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { CommandLine } from "@/lib/cli/command-line";
import { NOUNS } from "@/lib/cli/commands/nouns";
import { createProgram } from "@/lib/cli/commands/program";
import { type Environment, readEnvironment } from "@/lib/core/env";
import { isNeededBy, PROCESS_ROLES } from "@/lib/core/role-variables";
import { faultsOf, type Manifest, patched, readManifests, readYaml } from "@/tests/support/kubernetes";

const FOLDER = "deploy/kubernetes";
const page = readFileSync("docs/kubernetes.md", "utf8");
const { resources } = readYaml(join(FOLDER, "kustomization.yaml")) as { resources: string[] };
const component = readYaml(join(FOLDER, "functions/kustomization.yaml")) as { patches: { path: string }[] };
const base = resources.flatMap((path) => readManifests(join(FOLDER, path)));
const patches = component.patches.flatMap(({ path }) => readManifests(join(FOLDER, "functions", path)));
/** The objects with the component that runs functions. */
const whole = base.map((manifest) => {
  const patch = patches.find(
    ({ kind, metadata }) => kind === manifest.kind && metadata.name === manifest.metadata.name,
  );
  return patch ? patched(manifest, patch) : manifest;
});
const further = readManifests(join(FOLDER, "cloudnativepg-cluster.yaml"));

interface Container {
  name: string;
  args: string[];
  env: { name: string; value?: string; valueFrom?: { secretKeyRef: { name: string; key: string } } }[];
  envFrom: { configMapRef: { name: string } }[];
  ports?: { name: string; containerPort: number }[];
  volumeMounts: { name: string; mountPath: string }[];
  securityContext: Record<string, unknown>;
  resources: { limits: { memory: string } };
  [probe: string]: unknown;
}

interface Pod {
  containers: Container[];
  initContainers?: Container[];
  volumes: { name: string }[];
  securityContext: Record<string, unknown>;
  enableServiceLinks: boolean;
  terminationGracePeriodSeconds?: number;
}

const nameOf = ({ kind, metadata }: Manifest) => `${kind} ${metadata.name}`;
const podOf = ({ spec }: Manifest) => (spec as { template?: { spec: Pod } } | undefined)?.template?.spec;
const podsOf = (manifests: readonly Manifest[]) =>
  manifests.flatMap((each) => {
    const pod = podOf(each);
    return pod ? [{ pod, name: nameOf(each) }] : [];
  });
const pods = podsOf(whole);
const containers = pods.flatMap(({ pod, name }) =>
  [...(pod.initContainers ?? []), ...pod.containers].map((container) => ({
    pod,
    container,
    name: `${name} ${container.name}`,
  })),
);

/** Values of the form that each secret has. */
const SECRETS: Record<string, string> = {
  DATABASE_URL: "postgresql://coppice:secret@control.example/coppice",
  REDIS_URL: "rediss://:secret@redis.example",
  SMTP_URL: "smtp://coppice:secret@mail.example",
  COPPICE_SECRET_KEYS: `k1:${Buffer.alloc(32).toString("base64")}`,
  COPPICE_METRICS_TOKEN: "token-of-the-metrics",
  COPPICE_S3_ACCESS_KEY_ID: "id",
  COPPICE_S3_SECRET_ACCESS_KEY: "secret",
};

/** The variables of the image, as its `ENV` lines set them. */
const ofImage = Object.fromEntries(
  [...readFileSync("deploy/Dockerfile", "utf8").matchAll(/^ENV (.+)$/gm)].flatMap(([, line = ""]) =>
    line.split(" ").map((each) => each.split("=")),
  ),
);

function variablesOf({ env, envFrom }: Container): Record<string, string> {
  const maps = envFrom.map(({ configMapRef }) => {
    const map = base.find(({ kind, metadata }) => kind === "ConfigMap" && metadata.name === configMapRef.name);
    return map?.data as Record<string, string>;
  });
  const own = env.map(({ name, value, valueFrom }) => [name, value ?? SECRETS[valueFrom?.secretKeyRef.key ?? ""]]);
  return Object.assign({}, ...maps, Object.fromEntries(own));
}

const environmentOf = (container: Container): Environment => readEnvironment({ ...ofImage, ...variablesOf(container) });

describe("the manifests", () => {
  it.each([...whole, ...further].map((manifest) => ({ name: nameOf(manifest), manifest })))(
    "$name fits its schema and has no unknown field",
    async ({ manifest }) => expect(await faultsOf(manifest)).toEqual([]),
  );

  it("are refused with a misspelt field, a wrong type or a missing field, at any depth", async () => {
    const [deployment] = whole.filter(({ kind }) => kind === "Deployment");
    const change = (spec: object) => faultsOf(patched(deployment as Manifest, { spec }));
    expect(await change({ replica: 2 })).toEqual(["/spec/replica: unknown field"]);
    const misspelt = { template: { spec: { containers: [{ name: "web", imagePullPolcy: "Always" }] } } };
    expect(await change(misspelt)).toEqual(["/spec/template/spec/containers/0/imagePullPolcy: unknown field"]);
    expect((await change({ replicas: "two" })).join()).toContain("replicas");
    expect((await change({ selector: undefined })).join()).toContain("selector");
  });

  it("have a pod for each role, and each role in one of them", () => {
    const roles = containers.flatMap(({ container }) => variablesOf(container).COPPICE_ROLES ?? []);
    expect([...new Set(roles)].sort()).toEqual([...PROCESS_ROLES].sort());
    expect(podsOf(base).flatMap(({ pod }) => pod.initContainers ?? [])).toEqual([]);
  });

  it("name only objects that there are", () => {
    const services = whole.filter(({ kind }) => kind === "Service").map(({ metadata }) => metadata.name);
    const ingress = JSON.stringify(whole.filter(({ kind }) => kind === "Ingress"));
    const named = [...ingress.matchAll(/"service":\{"name":"([\w-]+)"/g)].map(([, name]) => name);
    expect(new Set(named)).toEqual(new Set(services));
    const labels = (value: unknown) => JSON.stringify(value).match(/"app\.kubernetes\.io\/name":"[\w-]+"/g) ?? [];
    const ofPods = whole.filter(({ kind }) => kind === "Deployment").flatMap(({ spec }) => labels(spec));
    for (const { spec } of whole.filter(({ kind }) => /Service|PodDisruptionBudget/.test(kind))) {
      expect(JSON.stringify(spec)).toContain("coppice-");
      for (const name of labels(spec)) expect(ofPods).toContain(name);
    }
  });
});

describe.each(containers)("$name", ({ container, pod }) => {
  const variables = variablesOf(container);
  const environment = environmentOf(container);

  it("has production's settings, and each variable is one of the service's", () => {
    expect(environment).toMatchObject({ mode: "production", host: "0.0.0.0" });
    expect([...environment.variables]).toEqual(expect.arrayContaining(Object.keys(variables)));
    expect(Object.values(variables)).not.toContain(undefined);
  });

  it("has the secrets that its role needs, and no others", () => {
    const secrets = Object.keys(SECRETS).filter((name) => isNeededBy(environment.roles ?? [], name));
    const given = container.env.filter(({ valueFrom }) => valueFrom).map(({ name }) => name);
    const isOfStore = (name: string) => name.startsWith("COPPICE_S3_");
    expect(given.sort()).toEqual(secrets.sort());
    expect(environment.s3 !== null).toBe(given.some(isOfStore));
  });

  it("starts the service, or a command of the command line", () => {
    const [command] = container.args;
    expect(["start", ...NOUNS.filter(({ isVerb }) => isVerb).map(({ name }) => name)]).toContain(command);
    expect(environment.roles === null).toBe(command !== "start");
  });

  it("is asked at its own port for paths that it answers", () => {
    const port = {
      web: environment.port,
      sql: environment.port,
      realtime: environment.port,
      content: environment.contentPort,
      worker: environment.workerPort,
    };
    const expected = port[container.name as keyof typeof port];
    expect(container.ports?.map(({ containerPort }) => containerPort)).toEqual(expected && [expected]);
    // No requests are sent to a worker, so nothing asks whether it's ready for them.
    const kinds = container.name === "worker" ? [] : ["readinessProbe"];
    for (const kind of ["startupProbe", "livenessProbe", ...kinds]) {
      const probe = container[kind] as { httpGet: { path: string; port: string } } | undefined;
      expect(probe?.httpGet.port).toBe(container.ports?.[0]?.name);
      if (expected) expect(probe?.httpGet.path).toBe(kind === "readinessProbe" ? "/ready" : "/live");
      if (expected) expect(existsSync(`app${probe?.httpGet.path}/route.ts`), probe?.httpGet.path).toBe(true);
    }
  });

  it("runs as another user than root, without capabilities, on a file system that it can't write to", () => {
    expect(pod.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 10001 });
    expect(readFileSync("deploy/Dockerfile", "utf8")).toContain(`--uid ${pod.securityContext.runAsUser} `);
    const own = { allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: { drop: ["ALL"] } };
    expect(container.securityContext).toMatchObject(own);
    // Bubblewrap needs namespaces; nothing else has more than the runtime's own profile lets through.
    const profile = container.securityContext.seccompProfile ?? pod.securityContext.seccompProfile;
    expect(profile).toEqual({ type: container.name === "functions" ? "Unconfined" : "RuntimeDefault" });
  });

  it("has its places to write to, and no variables that Kubernetes makes of Services", () => {
    const mounts = container.volumeMounts.map(({ mountPath }) => mountPath);
    expect(mounts).toEqual(expect.arrayContaining(["/data", "/tmp"]));
    expect(environment.dataDir.startsWith("/data/")).toBe(true);
    const volumes = pod.volumes.map(({ name }) => name);
    for (const { name } of container.volumeMounts) expect(volumes).toContain(name);
    expect(pod.enableServiceLinks).toBe(false);
  });

  it("is killed only after it had the time to end", () => {
    if (container.args[0] !== "start") return;
    const { lifecycle } = container as { lifecycle?: { preStop: { sleep: { seconds: number } } } };
    const before =
      (lifecycle?.preStop.sleep.seconds ?? 0) +
      (environment.roles?.some((role) => role !== "worker") ? environment.drainSeconds : 0);
    const GRACE_SECONDS = 7;
    expect(pod.terminationGracePeriodSeconds).toBeGreaterThan(before + 2 * GRACE_SECONDS);
  });
});

it("functions are reached at one socket by each process that calls them, in the pod of each", () => {
  const callers = containers.filter(({ container }) =>
    ["web", "content", "worker", "functions"].includes(container.name),
  );
  expect(callers).toHaveLength(5);
  for (const { container } of callers) {
    const { functionsSocket } = environmentOf(container);
    const mount = container.volumeMounts.find(({ name }) => name === "sockets");
    expect(functionsSocket?.startsWith(`${mount?.mountPath}/`)).toBe(true);
  }
  for (const { container } of containers.filter(({ container: { name } }) => name === "functions")) {
    const megabytes = environmentOf(container).functions.memoryBytes / 1024 ** 2;
    expect(container.resources.limits.memory).toBe("2Gi");
    expect(megabytes).toBeLessThanOrEqual(1024);
  }
});

it("commands of the page are commands of the command line", async () => {
  const program = await createProgram({} as CommandLine, () => undefined, NOUNS);
  const named = [...page.matchAll(/\/opt\/coppice\/coppice ([a-z][a-z- ]*)/g)].map(([, words = ""]) => words.trim());
  expect(named.length).toBeGreaterThan(3);
  for (const words of named) {
    const [noun = "", verb = ""] = words.split(" ");
    const command = program.commands.find((each) => each.name() === noun);
    expect(command, words).toBeDefined();
    if (command && command.commands.length > 0) expect(command.commands.map((each) => each.name())).toContain(verb);
  }
});

it("the page names each Secret with all of its keys", () => {
  for (const { container } of containers) {
    for (const { valueFrom } of container.env.filter((each) => each.valueFrom)) {
      const { name, key } = valueFrom?.secretKeyRef ?? { name: "", key: "" };
      expect(page).toMatch(new RegExp(`^\\| \`${name}\` \\|.*\`${key}\``, "m"));
    }
  }
});

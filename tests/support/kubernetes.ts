import { readFileSync } from "node:fs";
import { parse, parseAllDocuments } from "yaml";

/** An object of Kubernetes, as a manifest writes it. */
export interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: { name: string };
  [field: string]: unknown;
}

interface Model {
  prototype: { validate(): void };
}

const MODELS: Record<string, () => Promise<object>> = {
  v1: () => import("kubernetes-models/v1"),
  "apps/v1": () => import("kubernetes-models/apps/v1"),
  "batch/v1": () => import("kubernetes-models/batch/v1"),
  "networking.k8s.io/v1": () => import("kubernetes-models/networking.k8s.io/v1"),
  "policy/v1": () => import("kubernetes-models/policy/v1"),
  "postgresql.cnpg.io/v1": () => import("@kubernetes-models/cloudnative-pg/postgresql.cnpg.io/v1"),
};

/** Returns the objects of one file. */
export function readManifests(path: string): Manifest[] {
  const documents = parseAllDocuments(readFileSync(path, "utf8"), { merge: false });
  for (const { errors } of documents) if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`);
  return documents.map((document) => document.toJS() as Manifest);
}

export function readYaml(path: string): Record<string, unknown> {
  return parse(readFileSync(path, "utf8"));
}

/**
 * Returns the faults of an object by its schema, and the fields that the schema doesn't have: Kubernetes' own validation
 * reads each field that it knows, so a field that wasn't read is unknown.
 */
export async function faultsOf(manifest: Manifest): Promise<string[]> {
  const { apiVersion, kind } = manifest;
  const models = (await MODELS[apiVersion]?.()) as Record<string, Model> | undefined;
  const model = models?.[kind];
  if (!model) throw new Error(`There is no ${kind} in ${apiVersion}.`);
  const read = new Set<string>();
  const wrong: string[] = [];
  try {
    model.prototype.validate.call(watched(manifest, "", read));
  } catch (error) {
    wrong.push(String(error));
  }
  const unknown = pathsOf(manifest, "").filter((path) => !read.has(path));
  return [...wrong, ...unknown.map((path) => `${path}: unknown field`)];
}

/** Notes the path of each own field that is read. */
function watched<T>(value: T, path: string, read: Set<string>): T {
  if (value === null || typeof value !== "object") return value;
  return new Proxy(value, {
    get(target, key) {
      const field = Reflect.get(target, key);
      if (typeof key !== "string" || !Object.hasOwn(target, key)) return field;
      const own = `${path}/${key}`;
      read.add(own);
      return watched(field, own, read);
    },
  });
}

function pathsOf(value: unknown, path: string): string[] {
  if (value === null || typeof value !== "object") return [];
  return Object.entries(value).flatMap(([key, field]) => [`${path}/${key}`, ...pathsOf(field, `${path}/${key}`)]);
}

/** Applies a patch as Kustomize does: lists of named things are merged by their names, new ones are added. */
export function patched<T>(value: T, patch: unknown): T {
  if (Array.isArray(value) && Array.isArray(patch)) return mergeLists(value, patch) as T;
  if (!isRecord(value) || !isRecord(patch)) return patch as T;
  const merged = Object.entries(patch).map(([key, field]) => [key, key in value ? patched(value[key], field) : field]);
  return { ...value, ...Object.fromEntries(merged) };
}

function mergeLists(list: unknown[], patch: unknown[]): unknown[] {
  const identity = (each: unknown) => (isRecord(each) ? (each.name ?? JSON.stringify(each)) : each);
  const isMount = (each: unknown) => isRecord(each) && "mountPath" in each;
  const key = list.some(isMount) ? (each: unknown) => (isRecord(each) ? each.mountPath : each) : identity;
  const kept = list.map((each) => {
    const own = patch.find((other) => key(other) === key(each));
    return own === undefined ? each : patched(each, own);
  });
  return [...kept, ...patch.filter((each) => !list.some((other) => key(other) === key(each)))];
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

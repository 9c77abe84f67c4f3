import type { BackupRepository } from "@/lib/server/backups/repository";

/** The repository, where `meanwhile` runs before the first byte of a cluster's files is stored. */
export function pausing(
  repository: BackupRepository,
  cluster: string,
  meanwhile: () => Promise<void>,
): BackupRepository {
  async function* paused(source: AsyncIterable<Buffer>) {
    await meanwhile();
    yield* source;
  }
  return new Proxy(repository, {
    get(target, key) {
      const value = Reflect.get(target, key);
      if (key === "put") {
        return (name: string, bytes: AsyncIterable<Buffer>) =>
          target.put(name, name.endsWith(`/${cluster}-00001`) ? paused(bytes) : bytes);
      }
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}

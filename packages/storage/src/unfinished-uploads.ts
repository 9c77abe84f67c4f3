interface Unfinished {
  url: string;
  expiresAt: string;
}

const PREFIX = "coppice-upload:";

/**
 * Returns the name by which an upload is found again when the page is opened again; `null` where nothing tells a file
 * from another. Two users of one browser have uploads of their own.
 */
export function nameUnfinished(body: Blob, facts: unknown): string | null {
  if (typeof File === "undefined" || !(body instanceof File)) return null;
  return PREFIX + JSON.stringify([body.name, body.lastModified, facts]);
}

/** Returns the address of an upload that was begun here and not finished. */
export function findUnfinished(name: string | null): string | null {
  const kept = name === null ? null : read(name);
  return kept && Date.parse(kept.expiresAt) > Date.now() ? kept.url : null;
}

export function keepUnfinished(name: string | null, { url, expiresAt }: Unfinished): void {
  if (name === null) return;
  inStorage((storage) => {
    for (const each of Object.keys(storage)) {
      if (each.startsWith(PREFIX) && findUnfinished(each) === null) storage.removeItem(each);
    }
    storage.setItem(name, JSON.stringify({ url, expiresAt }));
  });
}

export function forgetUnfinished(name: string | null): void {
  if (name !== null) inStorage((storage) => storage.removeItem(name));
}

function read(name: string): Unfinished | null {
  return inStorage((storage) => JSON.parse(storage.getItem(name) ?? "null")) ?? null;
}

/** A page may have no storage, or a full one: uploads then start over when it is opened again. */
function inStorage<Value>(use: (storage: globalThis.Storage) => Value): Value | undefined {
  try {
    return typeof document === "undefined" ? undefined : use(localStorage);
  } catch {
    return undefined;
  }
}

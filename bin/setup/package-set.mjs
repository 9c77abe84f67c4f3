/**
 * Returns the manifest and the lock file of the packages that serve and build, without those that only tests and
 * linters use, and without a second copy of Node where the machine's own is of the same version.
 */
export function servedOnly({ manifest, lock }, ownVersion = process.versions.node) {
  const served = withoutNode(manifest, ownVersion);
  const first = withoutNode(lock.packages[""], ownVersion);
  const names = namesNeeded(lock.packages, Object.keys({ ...served.dependencies, ...served.optionalDependencies }));
  const packages = Object.fromEntries(Object.entries(lock.packages).filter(([path]) => names.has(path)));
  return { manifest: served, lock: { ...lock, packages: { "": first, ...packages } } };
}

/** Adds the address of each package, without which npm first asks the registry for everything it knows of it. */
export function withAddresses({ manifest, lock }, registry) {
  const packages = Object.entries(lock.packages).map(([path, entry]) => {
    const isFromRegistry = path.includes("node_modules/") && !entry.link && entry.resolved === undefined;
    return [
      path,
      isFromRegistry ? { ...entry, resolved: addressOf(registry, entry.name ?? nameOf(path), entry.version) } : entry,
    ];
  });
  return { manifest, lock: { ...lock, packages: Object.fromEntries(packages) } };
}

function withoutNode({ devDependencies: _, ...served }, ownVersion) {
  const isWanted = ([name, version]) => !(name.startsWith("node-linux-") && version === ownVersion);
  const optionalDependencies = Object.fromEntries(Object.entries(served.optionalDependencies ?? {}).filter(isWanted));
  return { ...served, optionalDependencies };
}

/** Returns the places of packages and of all that these ask for, beside them or further out, as Node looks for them. */
export function namesNeeded(packages, roots) {
  const found = new Set();
  const waiting = roots.map((name) => `node_modules/${name}`);
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (found.has(path) || !(path in packages)) continue;
    found.add(path);
    waiting.push(...wantedBy(packages[path]).map((name) => placeOf(packages, path, name)));
  }
  return found;
}

function wantedBy({ dependencies, optionalDependencies, peerDependencies = {}, peerDependenciesMeta = {} }) {
  const peers = Object.keys(peerDependencies).filter((name) => peerDependenciesMeta[name]?.optional !== true);
  return [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers];
}

function placeOf(packages, from, name) {
  for (let folder = from; ; folder = folder.slice(0, folder.lastIndexOf("/node_modules/"))) {
    const place = `${folder}/node_modules/${name}`;
    if (place in packages) return place;
    if (!folder.includes("/node_modules/")) return `node_modules/${name}`;
  }
}

const nameOf = (path) => path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);

function addressOf(registry, name, version) {
  return `${registry.replace(/\/$/, "")}/${name}/-/${name.split("/").pop()}-${version}.tgz`;
}

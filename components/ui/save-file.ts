/** Offers a text, its parts or bytes to the user as a download. */
export function saveFile(name: string, type: string, content: BlobPart | BlobPart[]): void {
  const parts = Array.isArray(content) ? content : [content];
  const url = URL.createObjectURL(new Blob(parts, { type }));
  Object.assign(document.createElement("a"), { href: url, download: name }).click();
  URL.revokeObjectURL(url);
}

/** Downloads from an address of this service. */
export function downloadFrom(href: string): void {
  Object.assign(document.createElement("a"), { href, download: "" }).click();
}

/** Offers a text, its parts or bytes to the user as a download. */
export function saveFile(name: string, type: string, content: BlobPart | BlobPart[]): void {
  const parts = Array.isArray(content) ? content : [content];
  const url = URL.createObjectURL(new Blob(parts, { type }));
  Object.assign(document.createElement("a"), { href: url, download: name }).click();
  URL.revokeObjectURL(url);
}

export const PICTURES = ["image/png", "image/jpeg", "image/webp"];
const MAX_BYTES = 256 * 1024;

/** Returns the fault of a picture, as far as the browser can tell; `null` for nothing. */
export function logoProblem({ type, size }: Pick<File, "type" | "size">): string | null {
  if (!PICTURES.includes(type)) return "A logo must be a PNG, JPEG or WebP image.";
  if (size <= MAX_BYTES) return null;
  return `A logo can be at most 256 kB. This one has ${Math.ceil(size / 1024).toLocaleString("en")} kB.`;
}

/** Sets the logo, or removes it for `null`. Returns why it was refused; `null` once it is done. */
export async function changeLogo(address: string, picture: File | null): Promise<string | null> {
  try {
    const answer = await fetch(address, picture ? { method: "PUT", body: picture } : { method: "DELETE" });
    if (answer.ok) return null;
    const { error } = (await answer.json()) as { error: { message: string } };
    return error.message;
  } catch {
    return "The upload didn't finish. Check your connection and try again.";
  }
}

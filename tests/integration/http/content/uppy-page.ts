import Uppy from "@uppy/core";
import Tus from "@uppy/tus";

declare global {
  interface Window {
    /** Uploads one file as an app with Uppy does. */
    sendByUppy(settings: object, base64: string, meta: object): Promise<{ successful: number; failed: string[] }>;
  }
}

window.sendByUppy = async (settings, base64, meta) => {
  const uppy = new Uppy().use(Tus, settings);
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  uppy.addFile({ name: "file.bin", type: "application/octet-stream", data: new Blob([bytes]), meta: { ...meta } });
  const result = await uppy.upload();
  return {
    successful: result?.successful?.length ?? 0,
    failed: (result?.failed ?? []).map(({ error }) => error ?? "failed"),
  };
};

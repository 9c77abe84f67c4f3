/** Gives back the room that was taken for an upload, even while its page is left. Without a connection, it is free within a day. */
export function giveUp(uploadUrl: string): void {
  const headers = { "Tus-Resumable": "1.0.0" };
  void fetch(uploadUrl, { method: "DELETE", headers, keepalive: true }).catch(() => undefined);
}

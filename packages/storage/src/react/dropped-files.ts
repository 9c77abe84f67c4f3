/** Returns the files of a drop. A folder is none, and can't be read like one. */
export function readDrop({ items, files }: Pick<DataTransfer, "items" | "files">): File[] {
  const isFolder = [...items]
    .filter(({ kind }) => kind === "file")
    .map((item) => item.webkitGetAsEntry?.()?.isDirectory === true);
  return [...files].filter((_, place) => !isFolder[place]);
}

import { Fragment } from "react";
import { PageLink } from "@/components/ui/page-link";
import classes from "./storage.module.css";
import { listAddress, nameIn } from "./words";

interface Props {
  address: string;
  bucketName: string;
  /** The folder that is shown, with its slash. */
  folder: string;
}

/** The folders above the shown one, each a link. */
export function FolderPath({ address, bucketName, folder }: Props) {
  const segments = folder.split("/").slice(0, -1);
  const folders = segments.map((_, place) => `${segments.slice(0, place + 1).join("/")}/`);
  return (
    <nav aria-label="Folders" className={classes.path}>
      <PageLink href={address}>{bucketName}</PageLink>
      {folders.map((each) => (
        <Fragment key={each}>
          <span aria-hidden>/</span>
          {each === folder ? (
            <span aria-current="page">{nameIn(each).slice(0, -1)}</span>
          ) : (
            <PageLink href={listAddress(address, { folder: each })}>{nameIn(each).slice(0, -1)}</PageLink>
          )}
        </Fragment>
      ))}
    </nav>
  );
}

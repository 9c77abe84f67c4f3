import classes from "./kept-bytes.module.css";

interface Props {
  used: number;
  limit: number;
  /** Both in words, such as `3.2 GB of 20 GB used`. */
  text: string;
}

const WARN_FROM = 0.9;

/**
 * The bytes that an organisation keeps for restore points and undo, and their limit; a warning once it is nearly full.
 */
export function KeptBytes({ used, limit, text }: Props) {
  const isNear = used >= limit * WARN_FROM;
  return (
    <p className={classes.line} data-near={isNear || undefined}>
      {text} for restore points and undo, across all databases.
      {isNear &&
        " When it's full, changes that need more space are refused. Delete restore points or undo data to make room."}
    </p>
  );
}

import styles from "./scheme-picture.module.css";

/** The window that `node bin/pictures.mjs` takes the pictures of, at twice its size. */
const WINDOW = { width: 1280, height: 800 };

interface SchemePictureProps {
  /** The name of the files in public/pictures. */
  name: string;
  alt: string;
  /** Whether it is seen without scrolling. */
  isFirst?: boolean;
}

/** A picture of the product in the colour scheme of the system. */
export function SchemePicture({ name, alt, isFirst = false }: SchemePictureProps) {
  return (
    <picture>
      <source media="(prefers-color-scheme: dark)" srcSet={`/pictures/${name}-dark.webp`} />
      <img
        className={styles.picture}
        src={`/pictures/${name}-light.webp`}
        alt={alt}
        {...WINDOW}
        loading={isFirst ? "eager" : "lazy"}
        fetchPriority={isFirst ? "high" : "auto"}
        decoding="async"
      />
    </picture>
  );
}

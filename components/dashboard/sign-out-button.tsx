import styles from "./sign-out-button.module.css";

export function SignOutButton({ action }: { action: () => Promise<void> }) {
  return (
    <form action={action}>
      <button className={styles.button} type="submit">
        Sign out
      </button>
    </form>
  );
}

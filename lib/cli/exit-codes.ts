/** The exit code of a command that failed, or that worked and found something wrong. */
export const EXIT_FAILED = 1;
/** The exit code of a command that was called wrongly. */
export const EXIT_USAGE = 2;

const LF = 10;
const MISPLACED = "A quote stands in the middle of a field. Within a quoted field, write it twice.";
const UNCLOSED = "A quoted field isn't closed before the end of the file.";

/** A line of a file whose quotes can't be read. */
export interface QuoteFault {
  line: number;
  message: string;
}

/**
 * Reads quotes as COPY does, one character after the other. COPY takes a quote anywhere for the beginning or the end of
 * quotes, so that one in the middle of a field makes the lines after it a part of the field.
 */
export class CsvQuotes {
  isQuoted = false;
  /** The line of the next character, and the line on which its record begins. */
  line = 1;
  begun = 1;
  #isAtStart = true;
  #wasClosing = false;
  /** The line of the first quote that stands in the middle of the field so far. */
  #stray: number | null = null;
  readonly #quote: number;
  readonly #delimiter: number;

  constructor(quote: string, delimiter: string) {
    this.#quote = quote.charCodeAt(0);
    this.#delimiter = delimiter.charCodeAt(0);
  }

  /** Reads a character. Returns whether it ends a record. */
  read(code: number): boolean {
    if (code === this.#quote) {
      // A quote that is written twice closes and opens.
      if (!(this.isQuoted || this.#isAtStart || this.#wasClosing)) this.#stray ??= this.line;
      this.#wasClosing = this.isQuoted;
      this.isQuoted = !this.isQuoted;
      this.#isAtStart = false;
      return false;
    }
    this.#wasClosing = false;
    if (code === LF) this.line += 1;
    this.#isAtStart = !this.isQuoted && (code === LF || code === this.#delimiter);
    if (!this.#isAtStart) return false;
    this.#stray = null;
    if (code !== LF) return false;
    this.begun = this.line;
    return true;
  }

  /** Returns the fault of the lines so far; at the end of a file, quotes must be closed too. */
  fault(isEnd: boolean): QuoteFault | null {
    if (!this.isQuoted) return null;
    if (this.#stray !== null && (isEnd || this.line > this.#stray)) return { line: this.#stray, message: MISPLACED };
    return isEnd ? { line: this.begun, message: UNCLOSED } : null;
  }
}

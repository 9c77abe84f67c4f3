/** The meaning of a schedule. */
export interface SchedulePreview {
  /** Such as `At 08:00, Monday through Friday`. */
  words: string;
  /** Its next times, ISO 8601, UTC; fewer than five where it ends. */
  next: string[];
}

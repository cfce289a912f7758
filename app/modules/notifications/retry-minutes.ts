/**
 * Minutes from one try to the next: about a day and a half in all, which outlasts a mail server that is
 * away over night. After the last one we give up, and the mail is shown as failed.
 */
export const retryMinutes = [2, 5, 15, 60, 180, 720, 1_440] as const

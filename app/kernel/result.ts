/**
 * A refusal is part of the business: it is returned, never thrown, and every
 * refusal has one Japanese sentence (see each module's refusal-text.ts).
 */
export type Result<T, R extends string = string> =
  | { ok: true; value: T }
  | { ok: false; refusal: R; detail?: RefusalDetail }

/** Facts that a sentence may need: "at most 12", "until 11月24日", which line. */
export type RefusalDetail = Readonly<Record<string, string | number | readonly string[]>>

export const ok = <T>(value: T): { ok: true; value: T } => ({ ok: true, value })

export const refuse = <R extends string>(
  refusal: R,
  detail?: RefusalDetail,
): { ok: false; refusal: R; detail?: RefusalDetail } =>
  detail ? { ok: false, refusal, detail } : { ok: false, refusal }

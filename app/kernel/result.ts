/**
 * A refusal is part of the business: it is returned, not thrown, and every refusal has one Japanese sentence (see each
 * module's refusal-text.ts).
 */
export type Result<T, R extends string = string> =
  | { ok: true; value: T }
  | { ok: false; refusal: R; detail?: RefusalDetail }

/** Values for the sentence: "at most 12", "until 11月24日", which line, which orders. */
export type RefusalDetail = Readonly<
  Record<string, string | number | readonly string[] | readonly Readonly<Record<string, unknown>>[]>
>

export const ok = <T>(value: T): { ok: true; value: T } => ({ ok: true, value })

export const refuse = <R extends string>(
  refusal: R,
  detail?: RefusalDetail,
): { ok: false; refusal: R; detail?: RefusalDetail } =>
  detail ? { ok: false, refusal, detail } : { ok: false, refusal }

/** Refused for a while: whole seconds until a retry is allowed. Pages and the API send them as `Retry-After`. */
export const refuseFor = <R extends string>(refusal: R, waitSeconds: number) => refuse(refusal, { waitSeconds })

/** The seconds of a refusal made by `refuseFor`. */
export function waitSecondsOf({ refusal, detail }: { refusal: string; detail?: RefusalDetail }): number {
  const seconds = detail?.waitSeconds
  if (typeof seconds !== 'number') throw new TypeError(`${refusal} does not say how long to wait`)
  return seconds
}

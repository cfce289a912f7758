import { jstDateOf } from '#kernel/jst.ts'

/** The year of the address, or this one. */
export function yearIn(request: Request, now: Date): number {
  const asked = new URL(request.url).searchParams.get('year') ?? ''
  return /^20\d\d$/.test(asked) ? Number(asked) : Number(jstDateOf(now).slice(0, 4))
}

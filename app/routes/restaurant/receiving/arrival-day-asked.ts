import { type JstDate, jstDateOf, parseJstDate } from '#kernel/jst.ts'

/** The day of the address (`?day=2026-11-26`); by default today. */
export const dayIn = (request: Request, now: Date): JstDate => {
  const asked = new URL(request.url).searchParams.get('day') ?? ''
  return (/^20\d\d-/.test(asked) && parseJstDate(asked)) || jstDateOf(now)
}

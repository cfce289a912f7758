import type { JstDate } from '#kernel/jst.ts'

/** 2026/11/02 */
export const slashed = (day: JstDate): string => day.replaceAll('-', '/')

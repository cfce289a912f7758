import { formatDayWithYear } from '#kernel/format.ts'
import type { PrintedLateCharge } from './document-content.ts'

/** 「遅延損害金（請求書 S2026-000001、2026/11/03〜2026/11/30のうち28日分）」 */
export const lateChargeText = ({ invoice, fromOn, toOn, days }: PrintedLateCharge): string =>
  `遅延損害金（請求書 ${invoice}、${formatDayWithYear(fromOn)}〜${formatDayWithYear(toOn)}の${days}日分）`

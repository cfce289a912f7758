import type { OrgStatus } from '#kernel/enums.ts'
import { addHours } from '#kernel/jst.ts'

const reasons: Partial<Record<OrgStatus, string>> = {
  returned: '書類の有効期限が読みとれません。お手数ですが、もう一度撮影して送ってください。',
  suspended: '営業許可の期限が切れたため、取引を止めています。新しい許可証を送ってください。',
}

/** The application columns of an organisation's row: submitted when it joined, decided on the next day. */
export const applicationOf = (createdAt: Date, status: OrgStatus) => ({
  version: 1,
  partyType: 'sole_trader' as const,
  legalName: '',
  representativeKana: '',
  submittedAt: createdAt,
  reviewedAt: status === 'submitted' ? null : addHours(createdAt, 26),
  statusReason: reasons[status] ?? null,
})

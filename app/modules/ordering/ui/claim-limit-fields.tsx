import { formatYen } from '#kernel/format.ts'
import type { Yen } from '#kernel/yen.ts'
import { SelectField } from '#ui/field.tsx'

type Props = { ownYen: Yen | null; platformYen: Yen; error?: string | undefined }

const choices: readonly number[] = [1_000, 2_000, 3_000, 5_000, 10_000, 30_000]

/** The limit for automatic settlement; both sides have the same field, and the smaller amount counts. */
export default function ClaimLimitFields({ ownYen, platformYen, error }: Props) {
  const amounts = [...new Set([...choices, ...(ownYen ? [ownYen] : [])])].sort((a, b) => a - b)
  return (
    <SelectField
      label="不良・欠品の報告を自動で解決する金額"
      name="limit"
      help="写真のある「不足」「傷み・破損」のみ対象です。飲食店と農園の設定のうち低いほうの金額まで、回答を待たずに解決します（税抜）"
      defaultValue={ownYen ?? ''}
      error={error}
    >
      <option value="">運営の標準を適用（現在{formatYen(platformYen)}まで）</option>
      <option value="0">自動では解決しない</option>
      {amounts.map((amount) => (
        <option key={amount} value={amount}>
          {formatYen(amount)}まで
        </option>
      ))}
    </SelectField>
  )
}

import { z } from 'zod'
import { endpoint } from '#api/endpoint.server.ts'
import { findPostalAddress } from '#infra/postal-codes.server.ts'
import { NotFound } from '#kernel/errors.ts'
import { postalCodeRefusalText, readPostalCode } from '#kernel/postal-code.ts'

const PostalCodeInPath = z
  .string()
  .transform((text, issue) => {
    const read = readPostalCode(text)
    if (read.ok) return read.value
    issue.addIssue({ code: 'custom', message: postalCodeRefusalText(read.refusal) })
    return z.NEVER
  })
  .describe('7桁の郵便番号。〒・ハイフン・全角数字も使用できます')

const PostalAddressOut = z.object({
  postalCode: z.string().describe('7桁の数字'),
  prefectureCode: z.string().describe('都道府県コード（JIS X 0401）。01〜47'),
  prefecture: z.string(),
  city: z.string().describe('市区町村。郡、政令市の区を含む'),
  towns: z.array(z.string()).describe('町域。番号が町を特定しない場合は空、複数の町で1つの番号を使用する場合は複数'),
  mayBeElsewhere: z.boolean().describe('towns にない町の場合もある'),
  business: z
    .object({ name: z.string(), street: z.string() })
    .nullable()
    .describe('事業所個別番号の場合、事業所の名称と番地'),
})

export const addressesOperations = {
  ofPostalCode: endpoint('newcomers', {
    method: 'GET',
    path: '/postal-codes/{code}',
    tag: '住所',
    scope: 'any',
    summary: '郵便番号から住所を検索する',
    description:
      '登録前にも使用できます。見つからない番号（404）でも住所は使用できます。新しい番号の場合があるため、登録を拒否しないでください。',
    example: {
      answer: {
        postalCode: '1620825',
        prefectureCode: '13',
        prefecture: '東京都',
        city: '新宿区',
        towns: ['神楽坂'],
        mayBeElsewhere: false,
        business: null,
      },
    },
  })
    .input(z.object({ params: z.object({ code: PostalCodeInPath }) }))
    .output(PostalAddressOut)
    .handler(async ({ input }) => {
      const found = await findPostalAddress(input.params.code)
      if (!found) throw new NotFound('postal code')
      return { ...found, towns: [...found.towns] }
    }),
}

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
  .describe('7けたの郵便番号。〒・ハイフン・全角の数字があってもかまいません')

const PostalAddressOut = z.object({
  postalCode: z.string().describe('7けたの数字'),
  prefectureCode: z.string().describe('都道府県コード（JIS X 0401）。01〜47'),
  prefecture: z.string(),
  city: z.string().describe('市区町村。郡、政令市の区をふくむ'),
  towns: z.array(z.string()).describe('町域。番号が町を決めないときは空、いくつかの町で一つの番号を使うときはいくつか'),
  mayBeElsewhere: z.boolean().describe('towns にない町のこともある'),
  business: z
    .object({ name: z.string(), street: z.string() })
    .nullable()
    .describe('事業所個別番号のとき、事業所の名と番地'),
})

export const addressesOperations = {
  ofPostalCode: endpoint('newcomers', {
    method: 'GET',
    path: '/postal-codes/{code}',
    tag: '住所',
    scope: 'any',
    summary: '郵便番号から住所をさがす',
    description:
      '登録の前にも使えます。見つからない番号（404）でも住所は使えます。番号が新しいことがあるので、登録をこばまないでください。',
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

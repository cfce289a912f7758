import { z } from 'zod'
import { secondStepRefusalText } from '#modules/identity/second-step-words.ts'
import { signInRefusalText } from '#modules/identity/sign-in.server.ts'
import { endpoint } from './endpoint.ts'
import { AnId, Body, Count, Text, Yen } from './shapes.ts'

const tag = 'ログイン'

const Me = z.object({
  kind: z.enum(['buyer', 'farm', 'person']),
  personId: AnId,
  name: z.string(),
  role: z.enum(['owner', 'staff']).nullable(),
  orderLimitYen: Yen.nullable().describe('一度に注文できる上限（税込み）。null は上限なし'),
  restaurant: z
    .object({
      name: z.string(),
      status: z.string(),
      kitchens: z.array(z.object({ id: AnId, name: z.string(), place: z.string() })),
    })
    .nullable(),
  farm: z.object({ id: AnId, name: z.string(), place: z.string(), status: z.string() }).nullable(),
})

export const identityContract = {
  openToken: endpoint('newcomers', {
    method: 'POST',
    path: '/auth/tokens',
    tag,
    summary: 'トークンを発行する',
    description:
      'メールアドレスとパスワードでログインし、Bearerトークンを受け取ります。以後は `Authorization: Bearer htk_…` を付けて呼びます。二段階確認を使う人は、確認コード（6けたか予備コード）を `code` に入れます。',
    successStatus: 201,
    example: {
      body: { email: 'chef@example.jp', password: 'パスワード' },
      answer: { token: 'htk_3q2-7w…', tokenType: 'bearer', idleSeconds: 43_200, maxSeconds: 1_209_600 },
    },
  })
    .errors({
      WRONG_CREDENTIALS: { status: 401, message: signInRefusalText.wrong_credentials },
      SECOND_FACTOR_NEEDED: { status: 401, message: '二段階確認を使っています。確認コードを code に入れてください。' },
      WRONG_CODE: { status: 401, message: secondStepRefusalText.wrong_code },
      TOO_MANY_TRIES: { status: 429, message: signInRefusalText.too_many_tries },
    })
    .input(
      z.object({
        body: Body({
          email: Text(3, 254),
          password: Text(1, 200),
          code: Text(1, 20).optional().describe('確認コード。二段階確認を使う人だけ'),
        }),
      }),
    )
    .output(
      z.object({
        token: z.string(),
        tokenType: z.literal('bearer'),
        idleSeconds: Count.describe('使わないでいると切れるまでの秒数'),
        maxSeconds: Count.describe('使っていても切れるまでの秒数'),
      }),
    ),
  closeToken: endpoint('members', {
    method: 'DELETE',
    path: '/auth/tokens/current',
    tag,
    summary: 'いまのトークンを取り消す',
    description: 'ログアウトします。取り消したトークンはすぐに使えなくなります。',
    successStatus: 204,
  }).output(z.void()),
  me: endpoint('members', {
    method: 'GET',
    path: '/me',
    tag,
    summary: '自分について見る',
    description: '誰としてログインしているか、どの店・農園の人か、注文できる店（厨房）の一覧。',
  }).output(Me),
}

import { describe, expect, test } from 'vitest'
import { hashPassword, verifyPassword } from './password.server.ts'
import { passwordProblem } from './password-policy.ts'

const email = 'yamada.taro.nagano@example.jp'

describe('a new password', () => {
  test.each([
    ['', 'を入力して'],
    ['みじかい', '短すぎます。10文字以上で入力してください（現在4文字）'],
    ['123456789', '現在9文字'],
    ['🥕🥕🥕🥕🥕', '現在5文字'],
    ['x'.repeat(129), '128文字以下'],
    ['Yamada.Taro.Nagano@example.jp', 'メールアドレスと同じ'],
    ['yamada.taro.nagano', 'メールアドレスと同じ'],
    ['qwertyuiop', 'よく使われている'],
    ['QwertyUiop', 'よく使われている'],
    ['ｐａｓｓｗｏｒｄ１２３', 'よく使われている'],
    ['ああああああああああ', 'よく使われている'],
    ['UneToSara2026!', 'サービス名'],
    ['畝と皿農園0123456', 'サービス名'],
    ['admin-restaurant-1', 'サービス名'],
  ])('%j is refused: %s', (password, words) => {
    expect(passwordProblem(password, email)).toContain(words)
  })

  test.each([
    ['demo-password-1'],
    ['畑の朝つゆと長ねぎの味噌汁'],
    ['only small letters here'],
    ['x1'.repeat(64)],
    ['1234567890 大根'],
    ['畝と皿と長ねぎの味噌汁'],
  ])('%j is taken, whatever signs it is made of', (password) => {
    expect(passwordProblem(password, email)).toBeNull()
  })
})

test('a password typed in wide letters opens what the narrow ones had set', async () => {
  expect(await verifyPassword(await hashPassword('ネギと ｱﾒ 2026 の畑'), 'ネギと アメ ２０２６ の畑')).toBe(true)
})

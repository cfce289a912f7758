import type { Audience } from '#kernel/enums.ts'
import { addDays, jstDateOf, momentOf } from '#kernel/jst.ts'
import type { Row } from './bulk.ts'
import type { MakeId } from './ids.ts'

const told: readonly { audience: Audience; daysAgo: number; days: number; title: string; body: string }[] = [
  {
    audience: 'restaurants',
    daysAgo: 1,
    days: 30,
    title: '年末年始の注文は、12月28日の締切までにお願いします',
    body: [
      '12月29日から1月4日までは、休む農園が多くなります。**年内のお届けは12月30日まで**です。',
      '',
      '- 12月28日(月) 12:00 年内さいごの締切',
      '- 1月5日(火) 年はじめの発送',
      '',
      '休む日は農園ごとにちがいます。品物の画面の「お届けできる日」を見てください。',
    ].join('\n'),
  },
  {
    audience: 'farms',
    daysAgo: 2,
    days: 30,
    title: '休む日を入れてください（12月29日から1月4日）',
    body: [
      '年末年始に休む農園は、**12月15日までに休む日を入れてください**。入れた日には注文が入りません。',
      '',
      'わからないときは、お問い合わせからお知らせください。こちらで入れます。',
    ].join('\n'),
  },
]

/** One announcement for each side, shown now. */
export function makeAnnouncements(admin: Row<'admins'>, now: Date, id: MakeId): Row<'announcements'>[] {
  return told.map(({ audience, daysAgo, days, title, body }) => {
    const startsAt = momentOf(addDays(jstDateOf(now), -daysAgo), 9 * 60)
    return {
      id: id(startsAt),
      version: 1,
      audience,
      title,
      body,
      byMail: false,
      startsAt,
      endsAt: momentOf(addDays(jstDateOf(now), days), 24 * 60),
      createdBy: admin.id,
      createdAt: startsAt,
      withdrawnAt: null,
      mailedAt: null,
    }
  })
}

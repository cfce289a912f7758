import type { FarmKind } from './farm-kinds.ts'
import type { Random } from './random.ts'

const beginnings: Readonly<Record<FarmKind, readonly string[]>> = {
  vegetables: [
    '{place}で三代つづく畑です。',
    '会社勤めをやめて、{place}で畑をはじめて十二年になります。',
    '{place}の水と土にほれて移り住みました。',
  ],
  fruit: [
    '祖父が{place}の斜面に植えた木を、家族で守っています。',
    '{place}の朝晩の寒暖差が、果実に色と香りをくれます。',
  ],
  herbs: ['{place}の小さなハウスで、料理人の声を聞きながら香草を育てています。'],
  mushrooms: ['{place}の山の空気を入れた小屋で、毎日きのこと向きあっています。'],
  rice: ['{place}の田んぼを、春の水入れから秋の刈り取りまで夫婦で見ています。'],
  livestock: [
    '{place}の牧草地で、無理をさせずに育てています。',
    '{place}で家族三人、一頭ずつ名前をつけて世話をしています。',
  ],
  fishery: ['{place}の浜で、父の船を継いで二十年になります。'],
}
const ways = [
  '落ち葉と米ぬかの堆肥を二年寝かせ、畑に返しています。',
  '天気を見て収穫の順番を毎朝決めます。無理に早く採ることはしません。',
  '料理人の「もう少し小さいうちに」という一言で、採る時期を変えました。',
  '手間をかけるところと、自然にまかせるところを分けています。',
]
const endings = [
  'ほしい大きさや熟し具合があれば、気軽に聞いてください。',
  '皿の上でどうなったか、写真を送ってもらえると励みになります。',
  '畑を見に来てくださる方は、いつでも歓迎です。',
]

export const storyOf = (kind: FarmKind, place: string, random: Random): string =>
  [random.pick(beginnings[kind]), random.pick(ways), random.pick(endings)].join('').replaceAll('{place}', place)

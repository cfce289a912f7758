import { z } from 'zod'
import { endpoint } from '#api/endpoint.server.ts'
import { AnId, Count, Day, Temperature, Yen } from '#api/schemas/shapes.ts'
import { DayIn, IdOf } from '#kernel/schema.ts'
import { runLabels } from '#modules/packing-papers/run-labels.server.ts'
import { ridesOfDay, runsOfFarm } from '#modules/runs/run-queries.server.ts'
import { drawDayPapers } from '#web/draw-papers.server.ts'
import { FileOut, fileAnswer } from './file-answer.ts'
import { LabelsAsked } from './papers-asked.ts'

const tag = '農園のページ'

const Run = z.object({
  id: AnId,
  name: z.string(),
  runner: z.string().describe('運行する農園・事業者'),
  own: z.boolean().describe('自分の農園が運行する'),
  state: z.enum(['invited', 'joined', 'ended']).describe('招待・参加中・終了'),
  weekdays: z.array(z.int()).describe('お届けする曜日。0 日曜〜6 土曜'),
  areas: z.array(z.string()).describe('都道府県コード、または郵便番号の先頭'),
  temperatures: z.array(Temperature),
  priceBy: z.enum(['box', 'point']).describe('運賃の単位：1箱・サイズポイント'),
  unitYen: Yen,
  minimumYen: Yen.describe('1店舗・1日あたりの最低運賃'),
  capacityPoints: Count,
  place: z.string().describe('自分の農園の集荷場所'),
  untilMinute: Count.describe('持込の時刻。0時からの分数'),
})

const Ride = z.object({
  orderId: AnId,
  number: z.string(),
  farmId: AnId,
  farm: z.string(),
  stop: Count.describe('集荷場所の番号'),
  place: z.string(),
  restaurant: z.string(),
  kitchen: z.string(),
  address: z.string(),
  phone: z.string(),
  boxes: Count,
  points: Count.describe('サイズポイント'),
  temperatures: z.array(z.string()),
})

export const runsOperations = {
  list: endpoint('members', {
    method: 'GET',
    path: '/farm/runs',
    tag,
    scope: 'none',
    summary: '運行・参加している共同便の一覧',
    description: '招待されている便を含みます。開始、招待、参加は「共同便」の画面で行います。',
  })
    .output(z.object({ runs: z.array(Run) }))
    .handler(async ({ context: { ctx } }) => ({ runs: (await runsOfFarm(ctx)).map((run) => Run.parse(run)) })),
  rides: endpoint('members', {
    method: 'GET',
    path: '/farm/runs/{id}/days/{day}',
    tag,
    scope: 'orders.read',
    summary: '共同便の1日の積込表',
    description: '自分の農園が運行する便のみ。集荷場所の順です。',
  })
    .input(z.object({ params: z.object({ id: IdOf<'run'>('共同便'), day: DayIn.describe('お届け日') }) }))
    .output(z.object({ day: Day, rides: z.array(Ride) }))
    .handler(async ({ context: { ctx }, input: { params } }) => ({
      day: params.day,
      rides: (await ridesOfDay(ctx, params.id, params.day)).map((ride) => Ride.parse(ride)),
    })),
  labels: endpoint('members', {
    method: 'GET',
    path: '/farm/runs/{id}/days/{day}/labels',
    tag,
    scope: 'orders.read',
    summary: '共同便の1日の箱のラベルをPDFで取得する',
    description: '自分の農園が運行する便のみ。全農園の箱を、集荷場所の順に印刷します。農園が受注した注文が対象です。',
    outputStructure: 'detailed',
  })
    .input(
      z.object({
        params: z.object({ id: IdOf<'run'>('共同便'), day: DayIn.describe('お届け日') }),
        query: LabelsAsked,
      }),
    )
    .output(FileOut)
    .handler(async ({ context: { ctx, site: origin }, input: { params, query } }) => {
      const bytes = await runLabels(
        ctx,
        { runId: params.id, day: params.day, ...query },
        { origin, draw: drawDayPapers },
      )
      return fileAnswer({ bytes, fileName: `run-labels-${params.day}.pdf`, mediaType: 'application/pdf' })
    }),
}

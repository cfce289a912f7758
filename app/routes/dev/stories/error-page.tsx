import { ButtonLink } from '#ui/button.tsx'
import { errorWords } from '#ui/constants.ts'
import { Ways } from '#ui/error-page.tsx'
import { ErrorSheet } from '#ui/error-sheet.tsx'
import type { Story } from '../story.ts'

const { notFound, insideError } = errorWords

export const story: Story = {
  name: 'ErrorPage',
  title: 'エラーの画面',
  group: '枠',
  facts: [
    '番号は statusCode、status、応答の status の順。どれもなければ500',
    `伝える言葉のないエラーは「${errorWords.unnamed}」。不具合の中身は、本番では見せない`,
    '受付番号は x-request-id。記録と同じ番号',
    `この画面も出せないときは「${insideError.en}」`,
  ],
  states: [
    {
      title: '見つからない（404）',
      wide: true,
      view: () => (
        <ErrorSheet
          heading="h2"
          status={404}
          title={notFound.ja}
          english={notFound.en}
          advice="アドレスが変更されたか、閲覧権限がない可能性があります。"
          actions={<Ways again={null} />}
        />
      ),
    },
    {
      title: 'そのほか',
      wide: true,
      view: () => (
        <ErrorSheet
          heading="h2"
          status={500}
          title="エラーが発生しました"
          english={errorWords.unnamed}
          advice="システムの不具合です。時間をおいて、もう一度開いてください。"
          actions={<Ways again="/test" />}
          report={{ time: '11/24 10:00', number: '3f0d4c8e-0000-4000-8000-000000000000', phone: '03-0000-0000' }}
        />
      ),
    },
    {
      title: '本物を見る',
      view: () => (
        <div className="flex flex-wrap gap-3">
          {['status', 'statusCode', 'response', 'bug', 'inside'].map((kind) => (
            <ButtonLink key={kind} kind="line" to={`/test/faults/${kind}`}>
              {kind}
            </ButtonLink>
          ))}
        </div>
      ),
    },
  ],
}

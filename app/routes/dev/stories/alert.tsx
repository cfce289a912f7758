import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { countdown } from '#ui/constants.ts'
import type { Story } from '../story.ts'

const wait = {
  sentence: (left: string) => `あと${left}でもう一度お試しいただけます。`,
  ended: 'もう一度お試しください。',
}

export const story: Story = {
  name: 'Alert',
  title: '知らせる枠',
  group: '知らせる',
  facts: [
    `${countdown.tick}ミリ秒ごとに数える`,
    `読み上げるのは残り${countdown.spokenAtSeconds.join('・')}秒だけ`,
    '端末の時計がくるっていても正しく数える',
  ],
  states: [
    { title: 'お知らせ', view: () => <Alert title="来週は配送が1日おそくなります">年末の混雑のためです。</Alert> },
    { title: 'できた', view: () => <Alert tone="matcha" title="承認されました" /> },
    { title: '注意', view: () => <Alert tone="tag" title="きょうの締切は正午です" /> },
    {
      title: 'エラーと、できること',
      view: () => (
        <Alert
          tone="akane"
          title="読みこめませんでした"
          actions={
            <Button type="button" kind="line">
              もう一度
            </Button>
          }
        >
          電波の届くところで、もう一度お試しください。
        </Alert>
      ),
    },
    {
      title: '残り時間',
      view: () => <Alert tone="akane" title="つづけて失敗しました" countdown={{ seconds: 62, ...wait }} />,
    },
    {
      title: '残り10分から',
      view: () => <Alert tone="tag" title="しばらくお待ちください" countdown={{ seconds: 601, ...wait }} />,
    },
  ],
}

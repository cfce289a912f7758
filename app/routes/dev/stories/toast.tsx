import { Button } from '#ui/button.tsx'
import { toast } from '#ui/constants.ts'
import { showToast, type Toast } from '#ui/toast-list.ts'
import type { Story } from '../story.ts'

const Shows = ({ label, ...it }: Toast & { label: string }) => (
  <Button type="button" kind="line" onClick={() => showToast(it)}>
    {label}
  </Button>
)

export const story: Story = {
  name: 'Toast',
  title: 'トースト',
  group: '知らせる',
  facts: [
    `${toast.hideAfter}ミリ秒で消える`,
    `短くても${toast.hideAfterAtLeast}ミリ秒`,
    `いちどに${toast.atMost}つまで`,
    'さわっている間と、別のタブを見ている間は待つ',
    'エラーは閉じるまで残る',
  ],
  states: [
    { title: 'できた', view: () => <Shows label="できたことを知らせる" text="保存しました。" /> },
    { title: '知らせ', view: () => <Shows label="お知らせを出す" tone="ai" text="明日は勤労感謝の日です。" /> },
    { title: '注意', view: () => <Shows label="注意を出す" tone="tag" text="締切まであと10分です。" /> },
    {
      title: 'エラー',
      view: () => <Shows label="エラーを出す" tone="akane" text="送れませんでした。もう一度押してください。" />,
    },
    { title: '短すぎる時間', view: () => <Shows label="すぐ消そうとする" text="1秒は残ります。" hideAfter={10} /> },
    {
      title: '元に戻す',
      view: () => (
        <Shows
          label="1つ消す"
          text="1件を消しました。"
          action={{ label: '元に戻す', onPress: () => showToast({ text: 'もどしました。' }) }}
        />
      ),
    },
  ],
}

import { at } from '#kernel/jst.ts'
import { ButtonLink } from '#ui/button.tsx'
import { draft } from '#ui/constants.ts'
import { TextField } from '#ui/field.tsx'
import { DraftOffer } from '#ui/form-draft.tsx'
import { FormSummary } from '#ui/form-summary.tsx'
import type { Story } from '../story.ts'

const nothing = () => {}

export const story: Story = {
  name: 'FormSummary',
  title: '長い申込書',
  group: '入力',
  facts: [
    '送れないときは上にまとめて、そこへ移る',
    `書きかけは${draft.saveEvery}ミリ秒ごとに端末に残す`,
    'パスワードと番号は残さない',
    '送る前に離れるときは聞く',
  ],
  states: [
    {
      title: '直すところ',
      view: () => (
        <div className="grid grid-cols-1 gap-4">
          <FormSummary
            refusal={null}
            problems={[
              { id: 'story-holder', message: '口座名義のカナが通帳とちがいます。通帳のとおりに入力してください' },
            ]}
          />
          <TextField
            id="story-holder"
            label="口座名義（カナ）"
            defaultValue="サトウ"
            error="口座名義のカナが通帳とちがいます。通帳のとおりに入力してください"
          />
        </div>
      ),
    },
    {
      title: '続きがあるとき',
      view: () => (
        <DraftOffer
          draft={{ offered: { savedAt: at('2026-11-20 22:14'), fields: [] }, goOn: nothing, startAgain: nothing }}
        />
      ),
    },
    { title: 'ぜんぶの欄', view: () => <ButtonLink to="/test/form">見本の申込書をひらく</ButtonLink> },
  ],
}

import AppearanceForm from '#routes/shell/appearance-form.tsx'
import type { Story } from '../story.ts'

export const story: Story = {
  name: 'AppearanceForm',
  title: '画面の明るさと文字の大きさ',
  group: '選ぶ',
  facts: ['押すとすぐ変わる', '夜は21時から6時まで（日本時間）', 'スクリプトなしでは「変える」で送る'],
  states: [{ title: 'いまの選び方', view: () => <AppearanceForm />, wide: true }],
}

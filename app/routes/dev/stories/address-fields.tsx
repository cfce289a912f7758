import { AddressFields } from '#ui/fields/address-fields.tsx'
import type { Story } from '../story.ts'

export const story: Story = {
  name: 'AddressFields',
  title: '郵便番号と住所',
  group: '入力',
  facts: [
    '7けたで住所が入る。カーソルは動かない',
    '自分で入力したところは上書きしない',
    '見つからなくても止めない',
    '外のサービスは使わない',
  ],
  states: [
    { title: '空', wide: true, view: () => <AddressFields /> },
    {
      title: '見つからない番号',
      wide: true,
      view: () => <AddressFields values={{ postalCode: '000-0000' }} finding={{ kind: 'unknown' }} />,
    },
  ],
}

import { photo } from '#ui/constants.ts'
import { FileField } from '#ui/fields/file-field.tsx'
import { PhotoField } from '#ui/fields/photo-field.tsx'
import type { Story } from '../story.ts'

const photos = { accept: ['image/*'], kinds: '写真', maxMegabytes: 20, maxFiles: 6 }
const papers = { accept: ['application/pdf', 'image/*'], kinds: 'PDFか写真', maxMegabytes: 10, maxFiles: 3 }

export const story: Story = {
  name: 'FileField',
  title: 'ファイルと写真',
  group: '入力',
  facts: [
    `写真は端末の中で長い辺を${photo.longestSidePx}ピクセルに縮める`,
    'おく、はりつける、えらぶ、とる',
    '順を変え、はずせる',
  ],
  states: [
    { title: '写真', view: () => <PhotoField label="商品の写真" name="photos" rule={photos} help="6枚まで" /> },
    { title: 'ファイル', view: () => <FileField label="営業許可証" name="papers" rule={papers} need="required" /> },
    {
      title: 'まちがい',
      view: () => <FileField label="営業許可証" name="bad" rule={papers} error="営業許可証を選択してください" />,
    },
  ],
}

import { Gallery } from '#ui/gallery.tsx'
import { ProductPicture } from '#ui/picture.tsx'
import type { Story } from '../story.ts'

const picture = (name: string, alt: string) => ({
  alt,
  large: `/pictures/${name}-960.webp`,
  picture: <ProductPicture name={name} alt="" sizes="24rem" />,
  thumb: <ProductPicture name={name} alt="" sizes="5rem" />,
})

export const story: Story = {
  name: 'Gallery',
  title: '写真をならべる',
  group: '見せる',
  facts: ['横に引くか、小さな写真を押す', '押すと画面いっぱいに、もう一度押すとさらに拡大', 'Escape で閉じる'],
  states: [
    {
      title: '3枚',
      view: () => (
        <div className="max-w-96">
          <Gallery pictures={[picture('carrot', 'にんじん'), picture('apple', 'りんご'), picture('aji', 'あじ')]} />
        </div>
      ),
    },
    {
      title: '1枚',
      view: () => (
        <div className="max-w-96">
          <Gallery pictures={[picture('apple', 'りんご')]} />
        </div>
      ),
    },
  ],
}

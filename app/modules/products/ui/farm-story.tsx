import { pictureAddress } from '#kernel/picture-name.ts'
import { CartonPanel, Crest } from '#ui/market.tsx'
import { FarmPicture } from '#ui/picture.tsx'
import type { ShownPhoto } from '../product-photos.server.ts'

type Props = {
  farm: { name: string; crest: string; place: string; picture: string }
  story: string
  photos: readonly ShownPhoto[]
}

/** A farm as chefs see it: the field, the crest, the story in paragraphs, its photos with captions. */
export const FarmStory = ({ farm, story, photos }: Props) => (
  <CartonPanel category="leaf">
    <FarmPicture name={farm.picture} alt="" sizes="(min-width: 768px) 48rem, 100vw" eager />
    <div className="grid grid-cols-1 gap-4 p-4">
      <p className="flex items-center gap-2 text-h3 font-bold">
        <Crest kanji={farm.crest} />
        {farm.name}
        <span className="text-sub font-normal text-ink-2">{farm.place}</span>
      </p>
      {story
        .split(/\n{2,}/)
        .filter((text) => text.trim() !== '')
        .map((text) => (
          <p key={text} className="whitespace-pre-line wrap-anywhere">
            {text}
          </p>
        ))}
      {photos.length > 1 && (
        <ul className="grid grid-cols-2 gap-3 sm:grid-cols-3">
          {photos.slice(1).map((photo) => (
            <li key={photo.key}>
              <img
                src={pictureAddress(photo.name, 480)}
                alt={photo.caption}
                width={photo.width}
                height={photo.height}
                loading="lazy"
                className="photo aspect-4/3 w-full rounded-control object-cover"
              />
              {photo.caption && <p className="text-sub text-ink-2">{photo.caption}</p>}
            </li>
          ))}
        </ul>
      )}
    </div>
  </CartonPanel>
)

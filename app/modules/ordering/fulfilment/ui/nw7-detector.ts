import { readNw7 } from '#modules/delivery/read-nw7.ts'

/** Wide enough for the thin bars of a label that fills the picture. */
const mostPixels = 1_280

/** Looks for NW-7 in the pictures of a camera. */
export function nw7Detector() {
  const canvas = document.createElement('canvas')
  const drawing = canvas.getContext('2d', { willReadFrequently: true })
  return {
    async detect(video: HTMLVideoElement): Promise<readonly { rawValue: string }[]> {
      const scale = Math.min(1, mostPixels / Math.max(1, video.videoWidth))
      const [width, height] = [Math.floor(video.videoWidth * scale), Math.floor(video.videoHeight * scale)]
      if (!drawing || width === 0 || height === 0) return []
      Object.assign(canvas, { width, height })
      drawing.drawImage(video, 0, 0, width, height)
      const { data: colours } = drawing.getImageData(0, 0, width, height)
      const data = new Uint8Array(width * height)
      for (let at = 0; at < data.length; at++)
        data[at] = ((colours[at * 4] ?? 0) + 2 * (colours[at * 4 + 1] ?? 0) + (colours[at * 4 + 2] ?? 0)) / 4
      const rawValue = readNw7({ data, width, height })
      return rawValue ? [{ rawValue }] : []
    },
  }
}

/** The browser's own reader of barcodes, which TypeScript's library does not describe. */
type Detector = { detect: (source: HTMLVideoElement) => Promise<readonly { rawValue: string }[]> }
type DetectorClass = {
  new (options: { formats: readonly string[] }): Detector
  getSupportedFormats?: () => Promise<readonly string[]>
}

declare global {
  interface Window {
    BarcodeDetector?: DetectorClass
  }
}

/** Labels carry NW-7 (codabar); some machines print Code 128 or ITF. */
const formats = ['codabar', 'code_128', 'itf'] as const

/** Whether this device has a camera that a page may ask for. */
export const canScan = (): boolean =>
  typeof window !== 'undefined' && 'mediaDevices' in navigator && 'getUserMedia' in navigator.mediaDevices

/** The browser's own reader where it reads labels, and ours elsewhere (delivery/read-nw7.ts). */
export async function labelDetector(): Promise<Detector> {
  const own = window.BarcodeDetector
  const known: readonly string[] | undefined = await own?.getSupportedFormats?.().catch(() => [])
  if (own && (known === undefined || known.includes('codabar'))) return new own({ formats })
  const { nw7Detector } = await import('./nw7-detector.ts')
  return nw7Detector()
}

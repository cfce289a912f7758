/** The browser's own reader of barcodes, which TypeScript's library does not describe. */
type Detector = { detect: (source: HTMLVideoElement) => Promise<readonly { rawValue: string }[]> }
type DetectorClass = new (options: { formats: readonly string[] }) => Detector

declare global {
  interface Window {
    BarcodeDetector?: DetectorClass
  }
}

/** Labels carry NW-7 (codabar); some machines print Code 128 or ITF. */
const formats = ['codabar', 'code_128', 'itf'] as const

/** Whether this browser can read a label with its camera. */
export const canScan = (): boolean =>
  typeof window !== 'undefined' && 'BarcodeDetector' in window && 'mediaDevices' in navigator

/** Null where the browser cannot. */
export const labelDetector = (): Detector | null =>
  window.BarcodeDetector ? new window.BarcodeDetector({ formats }) : null

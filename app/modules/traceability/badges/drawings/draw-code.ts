import { qrField, svgFile } from './sheet.ts'

/** The code alone, 30 mm with the quiet zone that a phone needs. */
export const drawCode = (address: string): string =>
  svgFile({
    title: `QR：${address}`,
    box: [0, 0, 30, 30],
    mm: [30, 30],
    body: qrField(address, { x: 0, y: 0, side: 30 }),
  })

/**
 * The numbers of the shell and the kit, from the requirements. All code takes them from here; tests/e2e/shell.spec.ts
 * pins those of the requirements as literals, and it and kit-*.spec.ts assert their effect, so that a change is a
 * decision and not an accident.
 */

/**
 * Milliseconds. The bar fills over `duration`, appears only for what takes longer than `throttle`, and disappears
 * `hide` after the end.
 */
export const loadingBar = { duration: 5000, throttle: 200, hide: 500, heightPx: 3 } as const

/** Milliseconds. A page fades out before the next one fades in; not at all under reduced motion. */
export const pageFade = { out: 140, in: 220 } as const

/** Milliseconds after which the visible links are prefetched even if the browser was never idle. */
export const linkPrefetch = { idleTimeout: 2000 } as const

/**
 * Milliseconds after which the scripts of a page are loaded although its first picture is not there yet, its sheets are shown
 * although its fonts are not, it is taken over although its sheets are not, and although its later parts are not; and for how long a
 * press waits for the script of its page before it is left to the browser. And of how many files the loading begins in one go: each
 * costs a third of a millisecond, four times that on a phone.
 */
export const pageStart = {
  atLatest: 3000,
  fontsAtLatest: 1500,
  stylesAtLatest: 10_000,
  partsAtLatest: 4000,
  pressWaits: 10_000,
  filesAtOnce: 10,
} as const

/** Milliseconds between two reloads because of a missing script. */
export const chunkReload = { atMostEvery: 60_000 } as const

/** Milliseconds, and the maximum number. Errors stay until they are closed. */
export const toast = { hideAfter: 5000, hideAfterAtLeast: 1000, atMost: 3 } as const

/** `delay` in milliseconds; in pixels `offset` to the control, `boundaryPadding` to the edge of the window. */
export const tooltip = { delay: 50, offset: 6, boundaryPadding: 5 } as const

/** Milliseconds per tick, and the remaining seconds at which a screen reader announces it. */
export const countdown = { tick: 1000, spokenAtSeconds: [600, 60, 0] } as const

/** Pixels, and the first day of a week: 0 is Sunday. */
export const calendar = { widthPx: 270, firstWeekday: 0 } as const

export const table = {
  selections: ['range', 'multi', 'single'],
  sorts: ['asc', 'desc', 'last'],
  noData: { ja: '表示するものがありません', en: 'There are no records to show' },
  noMatch: { ja: '条件に合うものがありません', en: 'There are no records matching your request' },
  skeleton: { columns: 5, rows: 3 },
} as const

/** Milliseconds before a skeleton shows. */
export const skeleton = { after: 300 } as const

/** Milliseconds until a held button repeats, and between two repeats. */
export const longPress = { after: 400, every: 120 } as const

/** Milliseconds between two saves of a draft, and for how long a removal can be undone. */
export const draft = { saveEvery: 2000 } as const
export const undo = { offeredFor: 5000 } as const

/** The longer side in pixels to which a photo is scaled down before it is sent. */
export const photo = { longestSidePx: 1600 } as const

export const errorWords = {
  notFound: {
    ja: 'ページが見つかりません',
    en: 'This page could not be found',
    back: { ja: 'ホームへ戻る', en: 'Back to the home page' },
  },
  unnamed: 'Error',
  insideError: {
    ja: 'エラー画面の表示中に、再度エラーが発生しました',
    en: 'An error occurred while showing the error page',
    back: { ja: 'ホームへ戻る', en: 'Go back to home' },
  },
  unknownGuard: 'Unknown middleware',
} as const

/**
 * For a link whose press does more with script: on a page whose script is loaded at the first press (web/load-at-press.ts)
 * the press waits for it.
 */
export const pressNeedsScript = { 'data-with-script': '' }

/** The event by which such a page asks for its script (page-start.tsx). */
export const scriptWanted = 'scriptwanted'

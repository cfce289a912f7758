/**
 * For a link whose press does more with script: on a page whose script is loaded at the first press (web/load-at-press.ts)
 * the press waits for it.
 */
export const pressNeedsScript = { 'data-with-script': '' }

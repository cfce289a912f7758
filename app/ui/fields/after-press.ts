let pressed = false

if (typeof document !== 'undefined') {
  document.addEventListener('pointerdown', () => (pressed = true), true)
  for (const end of ['pointerup', 'pointercancel'] as const)
    document.addEventListener(end, () => (pressed = false), true)
}

/**
 * Runs once the press that is under way has become a click. A field that is left by pressing a button would otherwise
 * take its error away at once: the button moves up under the finger, and what was pressed is not what was meant.
 */
export function afterPress(then: () => void): void {
  if (!pressed) return void setTimeout(then)
  const released = () => {
    document.removeEventListener('pointerup', released, true)
    document.removeEventListener('pointercancel', released, true)
    setTimeout(then)
  }
  document.addEventListener('pointerup', released, true)
  document.addEventListener('pointercancel', released, true)
}

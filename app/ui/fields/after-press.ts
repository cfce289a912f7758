let pressed = false

if (typeof document !== 'undefined') {
  document.addEventListener('pointerdown', () => (pressed = true), true)
  for (const end of ['pointerup', 'pointercancel'] as const)
    document.addEventListener(end, () => (pressed = false), true)
}

/**
 * Runs once the current press has become a click. A field that is left by pressing a button would otherwise remove its
 * error immediately: the button moves up under the finger, and the press hits something else.
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

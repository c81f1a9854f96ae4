let pressed = false

globalThis.addEventListener('pointerdown', () => (pressed = true), true)
for (const end of ['pointerup', 'pointercancel']) globalThis.addEventListener(end, () => (pressed = false), true)

/**
 * Runs at once, or right after the press of the pointer that is going on and its click. What appears while a button is
 * held down moves the page, and the click would miss what was aimed at.
 */
export function afterPress(act: () => void): void {
  if (!pressed) act()
  else globalThis.addEventListener('pointerup', () => setTimeout(act), { once: true })
}

let pressed = false

globalThis.addEventListener('pointerdown', () => (pressed = true), true)
for (const end of ['pointerup', 'pointercancel']) globalThis.addEventListener(end, () => (pressed = false), true)

/**
 * Runs immediately, or after a current press of the pointer and its click. Content that appears while a button is held
 * down would move the page, and the click would miss its target.
 */
export function afterPress(act: () => void): void {
  if (!pressed) act()
  else globalThis.addEventListener('pointerup', () => setTimeout(act), { once: true })
}

import type { CDPSession, Page } from '@playwright/test'
import { expect } from '@playwright/test'

/*
 * Keys as a keyboard of another script sends them: the character of its layout, and the place of the key. Texts are typed
 * character by character, or with an input method that composes them.
 */

/** What a layout has in the places that the journeys press; the others type nothing. */
export type Layout = Readonly<Record<string, string>>

const MODIFIERS = { none: 0, alt: 1, ctrl: 2, shift: 8 } as const

/** A keyboard in front of a page. */
export interface Keyboard {
  /** Presses the key of a place, with a modifier or without. */
  readonly press: (code: string, held?: keyof typeof MODIFIERS) => Promise<void>
  /** Types a text into what has the focus. */
  readonly type: (text: string) => Promise<void>
}

export async function plugIn(page: Page, layout: Layout, composes: boolean): Promise<Keyboard> {
  const session = await page.context().newCDPSession(page)
  return {
    async press(code, held = 'none') {
      const key = layout[held === 'shift' ? `Shift ${code}` : code] ?? ''
      if (key === '') throw new Error(`the layout says nothing of ${held} ${code}`)
      const text = held === 'ctrl' || held === 'alt' ? {} : { text: key }
      await stroke(session, {
        key,
        code,
        modifiers: MODIFIERS[held],
        ...text,
        windowsVirtualKeyCode: code.charCodeAt(3),
      })
    },
    type: (text) => (composes ? compose(page, session, text) : typeEach(session, text)),
  }
}

interface Stroke {
  readonly key: string
  readonly code?: string
  /** What it types; nothing while Ctrl or Alt is held. */
  readonly text?: string
  readonly modifiers?: number
  readonly windowsVirtualKeyCode?: number
}

async function stroke(session: CDPSession, key: Stroke): Promise<void> {
  await session.send('Input.dispatchKeyEvent', { type: key.text === undefined ? 'rawKeyDown' : 'keyDown', ...key })
  await session.send('Input.dispatchKeyEvent', { ...key, type: 'keyUp' })
}

async function typeEach(session: CDPSession, text: string): Promise<void> {
  for (const character of text) await stroke(session, { key: character, text: character })
}

const INPUT_METHOD = 229

/**
 * As an input method does: the text stands there half done, arrows choose among words, Escape takes one back, and Enter ends
 * it. All of these keys are the method's own.
 */
async function compose(page: Page, session: CDPSession, text: string): Promise<void> {
  for (const part of [text.slice(0, 1), text]) {
    await session.send('Input.imeSetComposition', {
      text: part,
      selectionStart: part.length,
      selectionEnd: part.length,
    })
    for (const key of ['ArrowDown', 'Escape', 'Enter']) {
      await stroke(session, { key, code: key, windowsVirtualKeyCode: INPUT_METHOD })
    }
  }
  await session.send('Input.insertText', { text })
  await expect.poll(() => page.evaluate(typedText)).toContain(text)
}

function typedText(): string {
  const field = document.activeElement
  return field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement ? field.value : ''
}

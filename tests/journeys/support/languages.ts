import type { Page, Request } from '@playwright/test'
import { expect } from '@playwright/test'
import { DEMO_SCHEMAS } from '../../../shared/demo-credentials/demo-schemas.ts'
import { READY_DEFINITIONS } from '../../../shared/demo-credentials/ready-definitions.ts'
import suppliedInGerman from '../../../src-renderer/i18n/supplied.de.json' with { type: 'json' }
import { madeUpNames } from '../../../src-renderer/features/users/made-up.ts'

/*
 * The window in other words. The translator and the router of the page are reached through the element they are
 * mounted on; nothing in the window knows of it.
 */

type Words = { readonly [key: string]: string | Words }

interface Translator {
  getLocaleMessage: (locale: string) => Words
  setLocaleMessage: (locale: string, messages: Words) => void
}

interface Application {
  readonly __VUE_I18N_SYMBOL__: symbol
  readonly _context: { readonly provides: Record<symbol, { readonly global: Translator } | undefined> }
  readonly config: { readonly globalProperties: { readonly $router: Router; readonly $t: Translate } }
}

type Translate = (key: string, values: Readonly<Record<string, string>>) => string

interface Place {
  readonly fullPath: string
  readonly redirectedFrom?: Place | undefined
}

interface Router {
  readonly resolve: (address: string) => Place
  readonly afterEach: (told: (to: Place) => void) => () => void
  readonly push: (address: string) => Promise<unknown>
  readonly getRoutes: () => readonly { readonly path: string; readonly redirect?: unknown }[]
}

/** Paths of every screen there is; what only leads to another one is none. */
export function routesOf(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const root = document.querySelector('#app') as unknown as { readonly __vue_app__: Application }
    const routes = root.__vue_app__.config.globalProperties.$router.getRoutes()
    return routes.filter(({ redirect }) => redirect === undefined).map(({ path }) => path)
  })
}

/** A message as the open window says it now. */
export function textOf(page: Page, key: string, values: Readonly<Record<string, string>> = {}): Promise<string> {
  return page.evaluate(
    ([asked, filled]) => {
      const root = document.querySelector('#app') as unknown as { readonly __vue_app__: Application }
      return root.__vue_app__.config.globalProperties.$t(asked, filled)
    },
    [key, values] as const,
  )
}

/** Leads the open window to an address of its own, as a link does. */
export async function visit(page: Page, address: string): Promise<void> {
  unansweredOf(page)
  await page.evaluate((to) => {
    const root = document.querySelector('#app') as unknown as { readonly __vue_app__: Application }
    const router = root.__vue_app__.config.globalProperties.$router
    const goal = router.resolve(to).fullPath
    // The promise of a push alone is sometimes collected before it is settled, while much is loaded.
    return new Promise<void>((resolve) => {
      const stop = router.afterEach(({ fullPath, redirectedFrom }) => {
        if (fullPath !== goal && redirectedFrom?.fullPath !== goal) return
        stop()
        resolve()
      })
      void router.push(to)
    })
  }, address)
  await page.locator('main h1, main h2').first().waitFor()
  await settled(page)
}

/** The requests of each page that were not answered yet, without the one that follows events. */
const unanswered = new WeakMap<Page, Set<Request>>()

function unansweredOf(page: Page): ReadonlySet<Request> {
  const known = unanswered.get(page)
  if (known !== undefined) return known
  const open = new Set<Request>()
  unanswered.set(page, open)
  page.on('request', (request) => {
    if (!request.url().endsWith('/workbench/events')) open.add(request)
  })
  page.on('requestfinished', (request) => open.delete(request))
  page.on('requestfailed', (request) => open.delete(request))
  return open
}

/** Waits until every request is answered and nothing was drawn for a moment. */
export async function settled(page: Page): Promise<void> {
  const open = unansweredOf(page)
  do {
    await expect.poll(() => open.size).toBe(0)
    await nothingDrawn(page)
  } while (open.size > 0)
}

async function nothingDrawn(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const done = (): void => {
          observer.disconnect()
          resolve()
        }
        let quiet = setTimeout(done, 400)
        setTimeout(done, 5000) // a clock may go on drawing
        const observer = new MutationObserver(() => {
          clearTimeout(quiet)
          quiet = setTimeout(done, 400)
        })
        observer.observe(document.body, { childList: true, subtree: true, characterData: true })
      }),
  )
}

/** Says everything in marked brackets and 40 % longer, made of the English texts while the window runs. */
export async function speakPseudo(page: Page): Promise<void> {
  await page.evaluate(() => {
    const root = document.querySelector('#app') as unknown as { readonly __vue_app__: Application }
    const app = root.__vue_app__
    const translator = app._context.provides[app.__VUE_I18N_SYMBOL__]?.global
    if (translator === undefined) throw new Error('the page has no translator')
    const longer = (text: string): string =>
      text
        .split(' | ')
        .map(
          (form) =>
            `⟦${form} ${'˙˙˙˙˙ '.repeat(Math.ceil(form.replace(/\{[^}]*\}/g, '').length * 0.4) / 6 + 1).trim()}⟧`,
        )
        .join(' | ')
    const said = (words: Words): Words =>
      Object.fromEntries(
        Object.entries(words).map(([key, value]) => [key, typeof value === 'string' ? longer(value) : said(value)]),
      )
    // In the place of English: what the service is asked for has to be in a language it knows.
    translator.setLocaleMessage('en', said(JSON.parse(JSON.stringify(translator.getLocaleMessage('en'))) as Words))
  })
}

/** Shorter texts, such as units, are in so many answers that they would excuse anything. */
const SHORTEST_TOLD = 3
/** More names than can be made up without a number. */
const EVERY_NAME = 1000
/** Claims of a credential are named by their members: `memberEmail` is "Member email". */
const CLAIMS = [...JSON.stringify(DEMO_SCHEMAS).matchAll(/"([a-z]+(?:[A-Z][a-z]+)+)":/g)].map(([, member = '']) => {
  const words = member.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`
})
/** What the window brings along that is no text of its own: data to try, made-up names, and languages, which name themselves. */
const BROUGHT_ALONG = [
  DEMO_SCHEMAS,
  CLAIMS,
  READY_DEFINITIONS,
  madeUpNames(EVERY_NAME, []),
  'English',
  'Deutsch',
  'input',
  'PNG', // the kind of a file is the ending of its name
]
/** Dates and sizes, which the system writes. */
const WRITTEN_BY_SYSTEM =
  /(?:\p{Lu}\p{Ll}+day, )?\b\p{Lu}\p{Ll}{2,} \d{1,2}, \d{4}(?:, [\d:.]+)?|\b\d[\d.,]* ?(?:B|kB|MB|GB|byte)\b/gu

/** What the window was told, by which texts of people and the service are known from its own; keys are no texts. */
export function toldBy(page: Page): Set<string> {
  const told = new Set<string>()
  const collect = (value: unknown): void => {
    if (typeof value === 'string' && value.length >= SHORTEST_TOLD) told.add(value)
    else if (typeof value === 'object' && value !== null) Object.values(value).forEach(collect)
  }
  collect(BROUGHT_ALONG)
  page.on('response', (response) => {
    if (!/json/.test(response.headers()['content-type'] ?? '')) return
    response.json().then(collect, () => undefined)
  })
  return told
}

/** Where texts are said besides the text itself: to the reader of a screen, beside the pointer, in an empty field. */
const SAYING = ['aria-label', 'title', 'placeholder', 'alt', 'aria-description'] as const

/** Texts that are on the screen and in no message: without brackets, and nothing the service told in whole words. */
export async function ownTexts(page: Page, told: ReadonlySet<string>): Promise<readonly string[]> {
  const shown = await page.evaluate((attributes) => {
    const texts: string[] = []
    const add = (element: Element | null, said: string | null): void => {
      const text = said?.trim() ?? ''
      if (element === null || text.includes('⟦') || !/\p{L}{2}/u.test(text) || !element.checkVisibility()) return
      if (element.closest('kbd, pre, code, textarea, time, .font-mono, .cm-editor') === null) texts.push(text)
    }
    // A message with names in it is cut at the names, which are elements: its pieces lie between one pair of brackets.
    const isPiece = (parent: Element | null): boolean => {
      const pieces = [...(parent?.childNodes ?? [])].filter(({ nodeType }) => nodeType === Node.TEXT_NODE)
      return /^⟦[^⟦]*⟧$/.test(
        pieces
          .map(({ textContent }) => textContent)
          .join('')
          .trim(),
      )
    }
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) {
      const { parentElement, textContent } = walker.currentNode
      if (!isPiece(parentElement)) add(parentElement, textContent)
    }
    for (const name of attributes) {
      for (const element of document.querySelectorAll(`[${name}]`)) add(element, element.getAttribute(name))
    }
    return texts
  }, SAYING)
  const known = [...told]
  return [...new Set(shown)].filter((text) => hasWordsBeside(text.replaceAll(WRITTEN_BY_SYSTEM, ' ').trim(), known))
}

/** Whether words are left once everything the service told is taken out, in whole words and the longest first. */
function hasWordsBeside(text: string, told: readonly string[]): boolean {
  // What is cut to fit, or one line of many, is a part of what was told.
  if (told.some((data) => containsWords(data, text))) return false
  const parts = told.filter((data) => containsWords(text, data)).sort((one, two) => two.length - one.length)
  let rest = text
  for (const part of parts) if (containsWords(rest, part)) rest = rest.replaceAll(part, ' ')
  return /\p{L}{2}/u.test(rest)
}

function containsWords(text: string, part: string): boolean {
  const at = text.indexOf(part)
  if (at < 0) return false
  const isLetter = (character: string | undefined): boolean =>
    character !== undefined && /[\p{L}\p{N}]/u.test(character)
  return !isLetter(text[at - 1]) && !isLetter(text[at + part.length])
}

/** Texts of what comes with the program that stand on the screen in English, although the window has its own for them. */
export function leftInEnglish(page: Page): Promise<readonly string[]> {
  // What a definition is called is its own: people find it by that. The sample and the operator's catalogue have the rest.
  const written = ['Driving licence', 'Bank account', 'Identity', 'Document number']
  const names = new Set([...READY_DEFINITIONS.map(({ name }) => name), ...written])
  const english = Object.entries(suppliedInGerman).flatMap(([text, said]) =>
    text === said || names.has(text) ? [] : [text],
  )
  return page.evaluate((texts) => {
    const found = new Set<string>()
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) {
      const { parentElement, textContent } = walker.currentNode
      const text = textContent?.trim() ?? ''
      if (!texts.includes(text) || parentElement?.checkVisibility() !== true) continue
      if (parentElement.closest('kbd, pre, code, textarea, .font-mono, .cm-editor') === null) found.add(text)
    }
    return [...found]
  }, english)
}

/**
 * Texts that do not fit where they stand: wider, where they neither wrap nor end in an ellipsis, or beyond what shows them.
 * An ellipsis is for what people wrote, and for cells of a list; any other text of the window has room.
 */
export async function cutTexts(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const root = document.querySelector('#app') as unknown as { readonly __vue_app__?: Application } | null
    const app = root?.__vue_app__
    const translator = app?._context.provides[app.__VUE_I18N_SYMBOL__]?.global
    const own = new Set<string>()
    const collect = (words: Words): void => {
      for (const value of Object.values(words)) {
        if (typeof value !== 'string') collect(value)
        else if (!value.includes('⟦')) own.add(value) // longer ones may end in one
      }
    }
    collect(translator?.getLocaleMessage(document.documentElement.lang) ?? {})

    const isTooWide = (element: HTMLElement): boolean => {
      const { textOverflow, overflowX } = getComputedStyle(element)
      if (overflowX === 'auto' || overflowX === 'scroll') return false
      const isCell = element.closest('[role=grid], h2, th') !== null
      if (textOverflow === 'ellipsis' && (isCell || !own.has(element.textContent.trim()))) return false
      return element.scrollWidth > element.clientWidth + 1
    }
    /** What may not scroll, and is smaller than the text within; so many lines and an ellipsis are meant. */
    const isClipped = (element: HTMLElement, text: Node): boolean => {
      const range = document.createRange()
      range.selectNodeContents(text)
      const said = range.getBoundingClientRect()
      // What stands in a cell of a list is as wide as its column lets it be.
      let [mayBeWide, mayBeHigh] = [element.closest('[role=grid]') !== null, false]
      for (let box: HTMLElement | null = element; box !== null && box !== document.body; box = box.parentElement) {
        const { overflowX, overflowY, webkitLineClamp, textOverflow, position } = getComputedStyle(box)
        mayBeWide ||= /auto|scroll/.test(overflowX) || textOverflow === 'ellipsis'
        mayBeHigh ||= /auto|scroll/.test(overflowY) || webkitLineClamp !== 'none'
        const shown = box.getBoundingClientRect()
        const isOut =
          said.bottom <= shown.top || said.top >= shown.bottom || said.right <= shown.left || said.left >= shown.right
        if (/hidden|clip/.test(`${overflowX} ${overflowY}`) && (isOut || shown.height <= 1)) return false // kept out of sight
        if (!mayBeHigh && /hidden|clip/.test(overflowY) && (said.top < shown.top - 3 || said.bottom > shown.bottom + 3))
          return true
        if (!mayBeWide && /hidden|clip/.test(overflowX) && (said.left < shown.left - 3 || said.right > shown.right + 3))
          return true
        if (position === 'fixed') return false
      }
      return false
    }
    return [...document.querySelectorAll<HTMLElement>('body *')]
      .filter((element) => {
        const texts = [...element.childNodes].filter((node) => node.nodeType === 3 && node.textContent?.trim())
        if (texts.length === 0 || element.clientWidth === 1 || !element.checkVisibility()) return false
        if (element.clientWidth > 1 && isTooWide(element)) return true
        return texts.some((text) => isClipped(element, text))
      })
      .map((element) => `${element.tagName} ${element.textContent.trim().slice(0, 60)}`)
  })
}

/** How often Tab is pressed before it is asked whether anything is left. */
const PRESSES = 12

/** Controls that are shown and that the Tab key never comes to. */
export async function unreachedByKeyboard(page: Page): Promise<readonly string[]> {
  const controls = await page.evaluate(() => {
    const reached = new Set<Element>()
    Object.assign(window, { reached })
    document.addEventListener('focusin', ({ target }) => target instanceof Element && reached.add(target))
    // Where the focus is when a screen opens, the keyboard is already.
    if (document.activeElement !== null) reached.add(document.activeElement)
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    return document.querySelectorAll('a[href], button, input, select, textarea, [tabindex="0"]').length
  })
  let unreached = await unreachedUntilNow(page)
  for (let pressed = 0; pressed < controls + 5 && unreached.length > 0; pressed += PRESSES) {
    await Promise.all(Array.from({ length: PRESSES }, () => page.keyboard.press('Tab')))
    unreached = await unreachedUntilNow(page)
  }
  return unreached
}

function unreachedUntilNow(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const { reached } = window as unknown as { readonly reached: Set<Element> }
    const groups = new Set([...reached].map((element) => element.getAttribute('name')))
    // A layer may keep the focus to itself: it is left by Escape.
    const layer = [...document.querySelectorAll('[role=dialog], [role=alertdialog]')].at(-1) ?? document
    return [...layer.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea')]
      .filter((element) => {
        if (!element.checkVisibility({ visibilityProperty: true }) || element.tabIndex < 0) return false
        if (element.matches(':disabled, [aria-disabled=true]') || element.closest('[inert], [aria-hidden=true]')) {
          return false
        }
        // Of a group of radio buttons, one is a stop.
        if (element.matches('[type=radio]') && groups.has(element.getAttribute('name'))) return false
        return !reached.has(element)
      })
      .map(({ outerHTML }) => outerHTML.slice(0, 120))
  })
}

/** What a small window may not do: push the foot of the rail out of sight, break the head of a page, say twice who acts. */
export async function smallWindowFaults(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const faults: string[] = []
    const shown = (element: Element): boolean => element.checkVisibility({ visibilityProperty: true })
    for (const control of document.querySelectorAll('nav a[href="#/settings"], nav button')) {
      const { top, bottom } = control.getBoundingClientRect()
      if (top < 0 || bottom > innerHeight) faults.push(`out of sight: ${control.outerHTML.slice(0, 120)}`)
    }
    // Of a page, the line with its name: a filter stands in a line of its own, and so do tabs without room in it.
    for (const head of document.querySelectorAll('main header > :first-child:has(h1)')) {
      const middles = [...head.querySelectorAll('h1, button:not([role=tab])')].filter(shown).map((part) => {
        const { top, height } = part.getBoundingClientRect()
        return top + height / 2
      })
      if (Math.max(...middles) - Math.min(...middles) > 8) faults.push(`broken: ${head.textContent.trim()}`)
    }
    const strips = [...document.querySelectorAll('main .actor-strip')].filter(
      (strip) => shown(strip) && getComputedStyle(strip).borderInlineStartWidth !== '0px',
    )
    const sides = document.querySelectorAll('[data-side]').length
    if (strips.length > Math.max(1, sides)) faults.push(`${strips.length} strips`)
    return faults
  })
}

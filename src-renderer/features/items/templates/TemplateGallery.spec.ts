// Proves docs/contract/window.md, Items: templates.

import { describe, expect, it, vi } from 'vitest'
import { h, ref } from 'vue'
import { text } from '../../../i18n/i18n.ts'
import { byRole, mountUi, press, settle, type } from '../../../ui/testing/mount-ui.ts'
import { templateChoice } from '../testing/template-samples.ts'
import TemplateGallery from './TemplateGallery.vue'

const TEMPLATES = [
  templateChoice('Vehicle', { slots: ['Plate'], nodes: [{ id: 'land', label: 'Land', scheme: 'wallet' }] }),
  templateChoice('Custom'),
  templateChoice('Bicycle', { own: true, slots: ['Frame number'], image: '/blobs/public/1/2' }),
]

async function mountGallery({ current = 'custom', failing = false, reading = false } = {}) {
  const [choose, close, retry] = [vi.fn(), vi.fn(), vi.fn()]
  const templates = ref(reading || failing ? undefined : TEMPLATES)
  const failure = failing ? { message: 'It broke.' } : undefined
  mountUi(() =>
    h(TemplateGallery, {
      templates: templates.value,
      failure,
      current,
      onChoose: choose,
      onClose: close,
      onRetry: retry,
    }),
  )
  await settle()
  return { choose, close, retry, templates }
}

const search = (): HTMLElement => byRole('combobox', text('items.gallery.search'))
const cards = (): readonly HTMLElement[] => [...document.querySelectorAll<HTMLElement>('[role=option]')]
const labels = () => cards().map((card) => card.querySelector('.font-medium')?.textContent)
const active = () => document.getElementById(search().getAttribute('aria-activedescendant') ?? '')
const find = async (query: string): Promise<void> => {
  type(search(), query)
  await settle()
}

describe('TemplateGallery', () => {
  it('shows every template with its picture, its slots, and whose it is', async () => {
    await mountGallery()

    expect(labels()).toEqual(['Custom', 'Bicycle', 'Vehicle'])
    expect(cards()[1]?.textContent).toContain(text('items.gallery.mine'))
    expect(cards()[1]?.textContent).toContain(text('items.gallery.slots'))
    expect(cards()[1]?.querySelector('img')?.getAttribute('src')).toBe('/vault/blobs/public/1/2')
    expect(cards()[2]?.textContent).toContain('Plate')
    expect(cards()[2]?.querySelector('svg')).not.toBeNull()
  })

  it('shows an icon whatever a template is called', async () => {
    mountUi(() => h(TemplateGallery, { templates: [templateChoice('Constructor')], failure: undefined, current: '' }))
    await settle()

    expect(cards()[0]?.querySelector('svg')).not.toBeNull()
  })

  it('shows an icon in place of a picture that cannot be shown', async () => {
    await mountGallery()

    cards()[1]?.querySelector('img')?.dispatchEvent(new Event('error'))
    await settle()

    expect(cards()[1]?.querySelector('img')).toBeNull()
    expect(cards()[1]?.querySelector('svg')).not.toBeNull()
  })

  it('is typed in and chosen from by Enter', async () => {
    const { choose } = await mountGallery()

    await find('frame')
    expect(labels()).toEqual(['Bicycle'])
    press(search(), 'Enter')

    expect(choose).toHaveBeenCalledExactlyOnceWith(TEMPLATES[2])
  })

  it('begins at the template the item has, so that Enter alone changes nothing', async () => {
    const { choose } = await mountGallery({ current: 'vehicle' })

    expect(active()?.textContent).toContain('Vehicle')
    press(search(), 'Enter')

    expect(choose).toHaveBeenCalledExactlyOnceWith(TEMPLATES[0])
  })

  it('moves with the arrow keys, which stay with the text while the caret can move in it', async () => {
    await mountGallery()
    press(search(), 'ArrowRight')
    await settle()
    expect(active()?.textContent).toContain('Bicycle')

    await find('e')
    expect(labels()).toEqual(['Bicycle', 'Vehicle'])
    const field = search()
    if (!(field instanceof HTMLInputElement)) throw new Error('the search is no field')
    field.setSelectionRange(0, 0)
    press(field, 'ArrowRight')
    await settle()
    expect(active()?.textContent).toContain('Bicycle')
    field.setSelectionRange(1, 1)
    press(field, 'ArrowRight')
    await settle()
    expect(active()?.textContent).toContain('Vehicle')
  })

  it('chooses by a click', async () => {
    const { choose } = await mountGallery()

    cards()[2]?.click()

    expect(choose).toHaveBeenCalledExactlyOnceWith(TEMPLATES[0])
  })

  it('offers all templates where a category has no match', async () => {
    await mountGallery()
    byRole('button', /^Land/).click()
    await settle()
    expect(labels()).toEqual(['Vehicle'])
    expect(byRole('button', /^Land/).getAttribute('aria-pressed')).toBe('true')

    await find('frame')
    expect(document.body.textContent).toContain(text('items.gallery.none', { query: 'frame' }))
    expect(search().getAttribute('aria-expanded')).toBe('false')
    byRole('button', text('items.gallery.searchAll')).click()
    await settle()

    expect(labels()).toEqual(['Bicycle'])
  })

  it('empties the search by the first Escape and closes by the next', async () => {
    const { close } = await mountGallery()
    await find('frame')

    press(search(), 'Escape')
    await settle()
    expect(labels()).toHaveLength(3)
    expect(close).not.toHaveBeenCalled()
    press(search(), 'Escape')
    await settle()

    expect(close).toHaveBeenCalledOnce()
  })

  it('keeps what was typed until they are there', async () => {
    const { templates, choose } = await mountGallery({ reading: true })
    await find('veh')
    press(search(), 'Enter')
    expect(choose).not.toHaveBeenCalled()

    templates.value = TEMPLATES
    await settle()

    expect(labels()).toEqual(['Vehicle'])
  })

  it('says why there are none, and tries again', async () => {
    const { retry } = await mountGallery({ failing: true })

    expect(document.body.textContent).toContain('It broke.')
    byRole('button', /again/i).click()

    expect(retry).toHaveBeenCalledOnce()
  })
})

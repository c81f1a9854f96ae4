// Proves docs/contract/window.md, Keys, Everywhere: search, Everywhere: exports, Everywhere: scripts, Items, Items: templates, Sharing.

import type { Page } from '@playwright/test'
import { saved } from './support/file-steps.ts'
import type { Layout } from './support/keyboards.ts'
import { plugIn } from './support/keyboards.ts'
import { loadFonts } from './support/fonts.ts'
import { look } from './support/look.ts'
import { expect, test } from './support/served-window.ts'
import { connect } from './support/window-calls.ts'
import {
  addFirstUser,
  addUser,
  button,
  chooseTemplate,
  createWorkspace,
  dialog,
  itemRow,
  slotValue,
} from './support/window-steps.ts'

/** A person who writes in some script, and what they keep. */
interface Writer {
  readonly locale: string
  readonly layout: Layout
  /** The place with Shift that shows the keys: a question mark, or what a US keyboard has there. */
  readonly help: string
  readonly composes?: true
  readonly direction: 'ltr' | 'rtl'
  readonly workspace: string
  readonly name: string
  readonly friend: string
  readonly tag: string
  readonly item: string
  /** Finds the item: in another case, without accents or with other digits. */
  readonly sought: string
  readonly slot: string
  readonly value: string
  readonly template: string
  readonly filled: string
  /** Whose characters a computer may keep in parts. */
  readonly file: string
}

const WRITERS: Readonly<Record<string, Writer>> = {
  Greek: {
    locale: 'el-GR',
    layout: { KeyN: 'ν', KeyS: 'σ', KeyK: 'κ', KeyF: 'φ', KeyG: 'γ', KeyE: 'ε', KeyI: 'ι', 'Shift Slash': '?' },
    help: 'Slash',
    direction: 'ltr',
    workspace: 'Λιμάνι',
    name: 'Ελένη Παπαδοπούλου',
    friend: 'Νίκος Αντωνίου',
    tag: 'Οικογένεια',
    item: 'Άδεια οδήγησης',
    sought: 'ΟΔΗΓΗΣΗΣ',
    slot: 'Αριθμός',
    value: 'ΑΒ-1234, Αθήνα',
    template: 'Έγγραφα σπιτιού',
    filled: 'Σπίτι στη Χίο',
    file: 'Συμβόλαιο ενοικίασης.txt',
  },
  Russian: {
    locale: 'ru-RU',
    layout: { KeyN: 'т', KeyS: 'ы', KeyK: 'л', KeyF: 'а', KeyG: 'п', KeyE: 'у', KeyI: 'ш', 'Shift Digit7': '?' },
    help: 'Digit7',
    direction: 'ltr',
    workspace: 'Гавань',
    name: 'Анна Смирнова',
    friend: 'Дмитрий Ёлкин',
    tag: 'Семья',
    item: 'Водительское удостоверение',
    sought: 'УДОСТОВЕРЕНИЕ',
    slot: 'Номер',
    value: '77 АВ 123456',
    template: 'Документы на дачу',
    filled: 'Дача под Тверью',
    file: 'Договор найма №1.txt',
  },
  Arabic: {
    locale: 'ar-EG',
    layout: { KeyN: 'ى', KeyS: 'س', KeyK: 'ن', KeyF: 'ب', KeyG: 'ل', KeyE: 'ث', KeyI: 'ه', 'Shift Slash': '؟' },
    help: 'Slash',
    direction: 'rtl',
    workspace: 'الميناء',
    name: 'ليلى حداد',
    friend: 'كريم منصور',
    tag: 'العائلة',
    item: 'رخصة القيادة (٢٠٢٥)',
    sought: 'القِيادة (2025',
    slot: 'رقم',
    value: '١٢٣-أ-٤٥٦، القاهرة',
    template: 'أوراق المنزل',
    filled: 'بيت الإسكندرية',
    file: 'عقد الإيجار.txt',
  },
  Hindi: {
    locale: 'hi-IN',
    layout: { KeyN: 'ल', KeyS: 'े', KeyK: 'क', KeyF: 'ि', KeyG: 'ु', KeyE: 'ा', KeyI: 'ग', 'Shift Slash': 'य़' },
    help: 'Slash',
    direction: 'ltr',
    workspace: 'बंदरगाह',
    name: 'अनिता शर्मा',
    friend: 'राहुल वर्मा',
    tag: 'परिवार',
    item: 'ड्राइविंग लाइसेंस',
    sought: 'लाइसेंस',
    slot: 'क्रमांक',
    value: 'दिल्ली-१२३४',
    template: 'घर के काग़ज़ात',
    filled: 'रक्\u200dषा का घर',
    file: 'किराये का क़रार.txt',
  },
  Japanese: {
    locale: 'ja-JP',
    layout: { KeyN: 'み', KeyS: 'と', KeyK: 'の', KeyF: 'は', KeyG: 'き', KeyE: 'い', KeyI: 'に', 'Shift Slash': '・' },
    help: 'Slash',
    composes: true,
    direction: 'ltr',
    workspace: '港',
    name: '佐藤 花子',
    friend: '鈴木 一郎',
    tag: '家族',
    item: '運転免許証（２０２５）',
    sought: '免許証(2025',
    slot: '番号',
    value: '第１２３号、東京',
    template: '家の書類',
    filled: '京都の家',
    file: '賃貸契約書（ガス）.txt',
  },
  Turkish: {
    locale: 'tr-TR',
    layout: { KeyN: 'n', KeyS: 's', KeyK: 'k', KeyF: 'f', KeyG: 'g', KeyE: 'e', KeyI: 'ı', 'Shift Minus': '?' },
    help: 'Minus',
    direction: 'ltr',
    workspace: 'Liman',
    name: 'İpek Yılmaz',
    friend: 'Işıl Çiğdem',
    tag: 'Aile',
    item: 'İkamet izni',
    sought: 'IKAMET',
    slot: 'Sıra no',
    value: 'IĞDIR-1453, İzmir',
    template: 'Ev belgeleri',
    filled: 'Iğdır evi',
    file: 'Kira sözleşmesi ığüşöç İ.txt',
  },
}

const pane = (page: Page) => page.getByRole('region', { name: 'Item', exact: true })

for (const [language, writer] of Object.entries(WRITERS)) {
  test.describe(() => {
    test.use({ locale: writer.locale })

    test(`somebody who writes ${language} keeps, finds and shares what they have`, async ({ page }) => {
      await loadFonts(page)
      const { press, type } = await plugIn(page, writer.layout, writer.composes === true)
      // Two keys are a sequence only if the second comes soon.
      const goBy = (letter: string, name: string) =>
        expect(async () => {
          await press('KeyG')
          await press(letter)
          await expect(page.getByRole('heading', { level: 1, name })).toBeVisible({ timeout: 20_000 })
        }).toPass()
      await createWorkspace(page, writer.workspace)
      await addFirstUser(page, writer.name)
      await addUser(page, writer.friend)
      await connect(page, writer.name, writer.friend)

      // An item with a tag and a slot, from an empty list.
      await goBy('KeyI', 'Items')
      await press('KeyN', 'ctrl')
      const gallery = dialog(page, 'Choose a template')
      await chooseTemplate(page, 'Custom')
      const editor = page.getByRole('form', { name: 'New item' })
      await expect(editor.getByRole('textbox', { name: 'Name', exact: true })).toBeFocused()
      await type(writer.item)
      await button(editor, 'Add slot').click()
      await editor.getByLabel('Label', { exact: true }).focus()
      await type(writer.slot)
      await editor.getByLabel('Value', { exact: true }).focus()
      await type(writer.value)
      await button(editor, 'Add tag').click()
      await expect(page.getByRole('textbox', { name: 'Add tag' })).toBeFocused()
      await type(writer.tag)
      await page.keyboard.press('Enter')
      await expect(editor).toContainText(writer.tag)
      await press('KeyS', 'ctrl')
      const heading = page.getByRole('heading', { level: 2, name: writer.item, exact: true })
      await expect(heading).toHaveText(writer.item)
      await expect(slotValue(page, writer.slot)).toContainText(writer.value)
      await expect(pane(page)).toContainText(writer.tag)

      // A template is made of it and filled.
      await button(pane(page), 'More').click()
      await page.getByRole('menuitem', { name: 'Save as template' }).click()
      await dialog(page).getByLabel('Template name').focus()
      await page.keyboard.press('Control+a')
      await type(writer.template)
      await button(dialog(page), 'Save template').click()
      await expect(dialog(page)).toBeHidden()
      await press('KeyN', 'ctrl')
      await expect(gallery.getByRole('combobox')).toBeFocused()
      await type(writer.template)
      await expect(gallery.getByRole('option')).toHaveText([new RegExp(`^${writer.template}`)])
      await page.keyboard.press('Enter')
      await expect(editor.getByRole('textbox', { name: 'Name', exact: true })).toBeFocused()
      await type(writer.filled)
      await editor.getByLabel(writer.slot, { exact: true }).focus()
      await type(writer.value)
      await press('KeyS', 'ctrl')
      await expect(page.getByRole('heading', { level: 2, name: writer.filled, exact: true })).toBeVisible()
      await expect(slotValue(page, writer.slot)).toContainText(writer.value)

      // Found by the filter of the list and by the palette.
      await press('KeyF', 'ctrl')
      await expect(page.getByRole('searchbox').or(page.getByRole('textbox')).and(page.locator(':focus'))).toBeVisible()
      await type(writer.sought)
      await expect(itemRow(page, writer.filled)).toBeHidden()
      await expect(itemRow(page, writer.item)).toBeVisible()
      await press('KeyK', 'ctrl')
      await expect(page.getByRole('combobox', { name: 'Search or run a command' })).toBeFocused()
      await type(writer.sought)
      await page.getByRole('option', { name: writer.item }).filter({ hasNotText: 'Tag' }).first().click()
      await expect(heading).toBeVisible()

      // Files: with whole characters and in parts; what is saved has the bytes of its name.
      for (const name of [`NFC ${writer.file}`.normalize('NFC'), `NFD ${writer.file}`.normalize('NFD')]) {
        const chooser = page.waitForEvent('filechooser')
        await button(pane(page), 'Add file').click()
        const content = Buffer.from(`${name} ${writer.value}`)
        await (await chooser).setFiles({ name, mimeType: 'text/plain', buffer: content })
        await expect(button(page, `Save ${name} as`)).toBeVisible()
        expect((await saved(page, name)).equals(content)).toBe(true)
      }
      await expectWrittenFrom(page, writer.direction)
      await look(page, `scripts-${language.toLowerCase()}-item`)

      // Shared, and read by the other one.
      await button(pane(page), 'Share').click()
      const share = dialog(page, `Share ${writer.item}`)
      await share.getByRole('option', { name: writer.friend }).click()
      await look(page, `scripts-${language.toLowerCase()}-share`)
      await button(share, 'Share with 1 person').click()
      await expect(share).toBeHidden()
      await expect(page.getByRole('region', { name: 'Shared with' })).toContainText(writer.friend)
      await press('KeyK', 'ctrl')
      await expect(page.getByRole('combobox', { name: 'Search or run a command' })).toBeFocused()
      await type(`@${writer.friend}`)
      await expect(page.getByRole('option').first()).toContainText(writer.friend)
      await page.keyboard.press('Enter')
      await expect(button(page.getByRole('banner'), /^Acting as/)).toContainText(writer.friend)
      await goBy('KeyI', 'Items')
      await itemRow(page, writer.item).click()
      await expect(slotValue(page, writer.slot)).toContainText(writer.value)
      await expect(button(page, `Save ${`NFD ${writer.file}`.normalize('NFD')} as`)).toBeVisible()

      // An export is named after who made it, whatever the language of the system makes of small letters.
      await goBy('KeyE', 'Events')
      await button(page.locator('main'), /^Export/)
        .last()
        .click()
      const arriving = page.waitForEvent('download')
      await page.getByRole('menuitem', { name: 'CSV', exact: true }).click()
      const words = writer.friend.toLowerCase().replaceAll(' ', '-')
      expect((await arriving).suggestedFilename()).toMatch(new RegExp(`-${words}-\\d{4}-\\d\\d-\\d\\d\\.csv$`))

      await press(writer.help, 'shift')
      await expect(dialog(page, 'Keyboard shortcuts')).toBeVisible()
    })
  })
}

/** A heading and a value begin at the side where their script begins. */
async function expectWrittenFrom(page: Page, direction: 'ltr' | 'rtl'): Promise<void> {
  const texts = [page.getByRole('heading', { level: 2 }).first(), slotValue(page, '.*').first().locator('span').first()]
  for (const text of texts) {
    const isAtStart = await text.evaluate((element) => {
      const range = document.createRange()
      range.selectNodeContents(element)
      const [outer, inner] = [element.getBoundingClientRect(), range.getBoundingClientRect()]
      return { ltr: Math.abs(inner.left - outer.left) < 2, rtl: Math.abs(inner.right - outer.right) < 2 }
    })
    expect(isAtStart[direction]).toBe(true)
  }
}

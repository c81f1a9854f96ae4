// Proves docs/contract/window.md, Everywhere: lists.

import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

/** What shows many of something by its own means, and why it is none of the lists of the window. */
const OTHERS: Readonly<Record<string, string>> = {
  'features/items/tags/TagPicker.vue': 'a choice in a field',
  'features/items/templates/TemplateGallery.vue': 'a gallery',
  'features/operator/catalogue/ImagesPanel.vue': 'a gallery',
  'features/operator/catalogue/SchemeCard.vue': 'the nodes of the scheme that is open',
  'features/operator/catalogue/TemplateCard.vue': 'the slots of the template that is open',
  'features/organizations/keys/HandOverDialog.vue': 'a choice in a dialog',
  'features/organizations/keys/KeysTab.vue': 'a few keys of one organization',
  'features/organizations/members/LastOwnerDialog.vue': 'a choice in a dialog',
  'features/organizations/members/RoleMatrix.vue': 'a matrix',
  'features/organizations/programs/ProgramsPanel.vue': 'the few sessions of one service',
  'features/organizations/services/ServicesTab.vue': 'a few services of one organization',
  'features/sharing/dialog/ShareOutcome.vue': 'what came of one call',
  'features/sharing/graph/ShareGraph.vue': 'the same as the drawing above it, for who does not see that',
  'features/trust/SettingsPanel.vue': 'a table of levels to choose',
  'features/users/AddSeveralDialog.vue': 'what was just made, shown once',
  'features/wallet/run/WaitingRequests.vue': 'links that wait on the phone',
  'features/wallet/scenarios/ScenarioTable.vue': 'a matrix of fixed scenarios',
  'features/wallet/scenarios/ScenariosPane.vue': 'a few runs, below the one that is shown',
}

const LISTS = /<(?:VirtualList|DataTable|LoadedList|table)\b|role="(?:grid|listbox)"/
const read = (file: string): string => readFileSync(`src-renderer/${file}`, 'utf8')
const screens = globSync('features/**/*.vue', { cwd: 'src-renderer' }).map((file) => file.replaceAll('\\', '/'))

describe('lists of the window', () => {
  it('are the one list, or say here why they are none', () => {
    const own = screens.filter((file) => LISTS.test(read(file)) && !read(file).includes('<RowList'))

    expect(screens.length).toBeGreaterThan(150)
    expect(own.filter((file) => OTHERS[file] === undefined)).toEqual([])
  })

  it('no reason stays here without its screen', () => {
    expect(Object.keys(OTHERS).filter((file) => !screens.includes(file))).toEqual([])
  })

  it('have a name, under which columns and filters are kept, and each its own bar of tools', () => {
    // A kind of record has a name by its type, and binds it with the rest.
    const isNamed = (file: string) =>
      read(file).includes('useRecordKind') || !/<RowList\b(?![^>]*\bname=)/.test(read(file))
    const without = screens.filter((file) => !isNamed(file))
    const barOf = /RowFilter|useKindRows|<RowList\b[\s\S]*?\s:filter=/
    const lists = screens.filter((file) => read(file).includes('<RowList') && !barOf.test(read(file)))

    expect(without).toEqual([])
    expect(lists).toEqual([])
  })
})

// Proves docs/contract/window.md, Organizations.

import { expect, it } from 'vitest'
import { organizationForm } from './organization-form.ts'

const WISH = { name: 'Clinic', description: '', url: '', email: '', compatible: false }

it.each([
  ['url', 'https://clinic.example'],
  ['url', 'HTTP://clinic.example:8080/desk?at=1'],
  ['url', ''],
  ['email', 'desk@clinic.example'],
  ['email', ' '],
])('organizationForm › takes %s “%s”', (field, typed) => {
  expect(organizationForm().safeParse({ ...WISH, [field]: typed }).success).toBe(true)
})

it.each([
  ['url', 'not a url'],
  ['url', 'clinic.example'],
  ['url', 'javascript:alert(1)'],
  ['url', 'https://'],
  ['url', 'https://user:secret@clinic.example'],
  ['email', 'bad'],
  ['email', 'desk@clinic'],
])('organizationForm › says at the field what is wrong with %s “%s”', (field, typed) => {
  const { error } = organizationForm().safeParse({ ...WISH, [field]: typed })
  expect(error?.issues.map(({ path }) => path)).toEqual([[field]])
})

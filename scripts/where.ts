import type { Message } from './message-uses.ts'
import {
  isPartOfKey,
  journeySources,
  journeysThatRead,
  says,
  screensOf,
  usesOf,
  windowMessages,
  windowSources,
} from './message-uses.ts'

/*
 * npm run where -- "some text" Finds the messages that contain a text in either language, or that have a key or a part
 * of it, and prints their lines, the sources that use them, the journeys that check them, and their screens.
 */

const MANY = 20
const read = process.argv.slice(2).join(' ')
const sources = windowSources()
const journeys = journeySources()
const found = windowMessages().filter(
  ({ key, said }) => isPartOfKey(key, read) || Object.values(said).some((text) => says(text, read)),
)
const uses = usesOf(
  found.map(({ key }) => key),
  sources,
)

if (read === '' || found.length === 0) {
  process.stderr.write(
    read === '' ? 'Say what is read: npm run where -- "some text"\n' : `No message says "${read}".\n`,
  )
  process.exitCode = 1
}
const rank = ({ said }: Message): number =>
  Object.values(said).includes(read) ? 0 : Object.values(said).some((text) => text.includes(read)) ? 1 : 2
const shown = found.toSorted((one, other) => rank(one) - rank(other))
const more = shown.length > MANY ? [`${String(shown.length - MANY)} more; say more of the text.`] : []
process.stdout.write([...shown.slice(0, MANY).map(described), ...more, ''].join('\n'))

function described({ key, said, lines }: Message): string {
  const places = uses.get(key) ?? []
  const screens = new Set(places.flatMap(({ path }) => screensOf(path, sources)))
  return [
    key,
    ...Object.entries(said).map(([language, text]) => `  ${language}  ${text}  (${lines[language] ?? ''})`),
    ...places.map(({ path, line, as }) => `  ${path}:${String(line)}${as === key ? '' : ` (${as})`}`),
    ...journeysThatRead(said['en'] ?? '', journeys).map((place) => `  ${place}`),
    `  screens: ${[...screens].join(', ') || 'none by its route'}`,
  ].join('\n')
}

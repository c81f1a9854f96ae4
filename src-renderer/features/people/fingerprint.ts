export type Comparison = 'empty' | 'incomplete' | 'same' | 'different'

const HEX = /[0-9a-f]/g

/**
 * Whether a fingerprint somebody read out or sent is the one that is shown. Blanks, dashes and capitals do not matter;
 * a part of it proves nothing, so it is never the same.
 */
export function compareFingerprint(shown: string, told: string): Comparison {
  const [expected, given] = [bare(shown), bare(told)]
  if (told.trim() === '') return 'empty'
  if (!expected.startsWith(given) || /[^\s:.-]/.test(told.toLowerCase().replace(HEX, ''))) return 'different'
  return given.length === expected.length ? 'same' : 'incomplete'
}

function bare(text: string): string {
  return (text.toLowerCase().match(HEX) ?? []).join('')
}

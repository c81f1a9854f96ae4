export type Comparison = 'empty' | 'incomplete' | 'same' | 'different'

/**
 * Whether a fingerprint somebody read out or sent is the one that is shown. Blanks do not matter, and capitals only
 * where letters mean different things (the short ids of own keys). A part of it proves nothing, so it is never the same.
 */
export function compareFingerprint(shown: string, told: string): Comparison {
  const [expected, given] = isHex(shown) ? [bare(shown), bare(told).toLowerCase()] : [bare(shown), bare(told)]
  if (given === '') return 'empty'
  if (!expected.startsWith(given)) return 'different'
  return given.length === expected.length ? 'same' : 'incomplete'
}

const bare = (text: string): string => text.replace(/\s/g, '')
const isHex = (text: string): boolean => /^[\s\da-f]+$/.test(text)

export type Comparison = 'empty' | 'incomplete' | 'same' | 'different'

/**
 * Compares a fingerprint from another person with the shown one. Spaces are ignored, and so is upper case, except in
 * the short ids of own keys. A part of a fingerprint proves nothing, so it never matches.
 */
export function compareFingerprint(shown: string, theirs: string): Comparison {
  const [expected, given] = isHex(shown) ? [bare(shown), bare(theirs).toLowerCase()] : [bare(shown), bare(theirs)]
  if (given === '') return 'empty'
  if (!expected.startsWith(given)) return 'different'
  return given.length === expected.length ? 'same' : 'incomplete'
}

const bare = (text: string): string => text.replace(/\s/g, '')
const isHex = (text: string): boolean => /^[\s\da-f]+$/.test(text)

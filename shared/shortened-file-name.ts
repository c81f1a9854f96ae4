/** The limit in bytes of UTF-8: file systems allow 255, and a browser may append a number and an ending. */
const MOST_NAME_BYTES = 180
const MOST_ENDING_BYTES = 20

/** A file name of 180 bytes of UTF-8 at most. A longer one keeps its ending and whole characters. */
export function shortenedFileName(name: string): string {
  if (bytesIn(name) <= MOST_NAME_BYTES) return name
  const dot = name.lastIndexOf('.')
  const ending = dot > 0 && bytesIn(name.slice(dot)) <= MOST_ENDING_BYTES ? name.slice(dot) : ''
  let stem = ''
  let left = MOST_NAME_BYTES - bytesIn(ending)
  for (const { segment } of new Intl.Segmenter('en').segment(name.slice(0, name.length - ending.length))) {
    left -= bytesIn(segment)
    if (left < 0) break
    stem += segment
  }
  return `${stem.replace(/[.\s]+$/, '') || 'file'}${ending}`
}

const bytesIn = (text: string): number => new TextEncoder().encode(text).length

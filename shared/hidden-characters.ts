/** Controls of direction and of lines, with which the end of a name can be made to look like another one. */
const HIDING = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu

/** The text without them; `mark` stands where one was. */
export function withoutHiding(text: string, mark = ''): string {
  return text.replace(HIDING, mark)
}

/** What somebody else sent must not move the cursor of a terminal, nor begin a line of its own. */
export function printable(text: string): string {
  return text.replaceAll(/\p{C}/gu, (sign) => `\\u{${sign.codePointAt(0)?.toString(16) ?? ''}}`)
}

/** Whether a text is an absolute http or https URL. The URL parser alone would remove white space and replace backslashes. */
export function isHttpUrl(text: string): boolean {
  return /^https?:\/\/[^\s\\]+$/i.test(text) && URL.canParse(text)
}

/** Whether an http or https URL holds a user name or password. */
export function hasUserInfo(url: string): boolean {
  return /^https?:\/\/[^/?#]*@/i.test(url)
}

// The address after `#` as text: a page and its parameters.

export const PAGES = ['game', 'play', 'wythoff', 'misere', 'nimbers', 'census'] as const
export type PageName = (typeof PAGES)[number]

export interface Place {
  page: PageName
  query: Readonly<Record<string, string>>
}

/** Reads `#/game?code=.77&view=wrap`; anything else is the first page. */
export function readPlace(hash: string): Place {
  const [path = '', search = ''] = hash.replace(/^#\/?/, '').split('?', 2)
  const page = PAGES.find((name) => name === path) ?? 'game'
  return { page, query: Object.fromEntries(new URLSearchParams(search)) }
}

/** Writes what `readPlace` reads. Colons, commas and plain brackets stay readable. */
export function writePlace(place: Place): string {
  const plain = (text: string) =>
    encodeURIComponent(text).replace(/%3A/g, ':').replace(/%2C/g, ',').replace(/%20/g, '+')
  const pairs = Object.entries(place.query).map(([key, value]) => `${plain(key)}=${plain(value)}`)
  return `#/${place.page}${pairs.length === 0 ? '' : `?${pairs.join('&')}`}`
}

/** A whole number from the address, within bounds; the default where it says none. */
export function whole(text: string | undefined, otherwise: number, least: number, most: number): number {
  const number = text === undefined || text.trim() === '' ? NaN : Number(text)
  if (!Number.isFinite(number)) return otherwise
  return Math.min(most, Math.max(least, Math.round(number)))
}

/** One of some words from the address; the first where it says none of them. */
export function word<T extends string>(text: string | undefined, words: readonly [T, ...T[]]): T {
  return words.find((known) => known === text) ?? words[0]
}

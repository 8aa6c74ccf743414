// Dark or light: as the system says, until the reader says otherwise.

import { effect, signal } from '@preact/signals'

const KEY = 'grundy-theme'
const system = matchMedia('(prefers-color-scheme: dark)')

function stored(): boolean | undefined {
  try {
    const text = localStorage.getItem(KEY)
    return text === null ? undefined : text === 'dark'
  } catch {
    return undefined
  }
}

export const dark = signal(stored() ?? system.matches)

system.addEventListener('change', () => {
  if (stored() === undefined) dark.value = system.matches
})

effect(() => {
  document.documentElement.dataset['theme'] = dark.value ? 'dark' : 'light'
})

export function turn() {
  dark.value = !dark.value
  try {
    localStorage.setItem(KEY, dark.value ? 'dark' : 'light')
  } catch {
    // A browser that keeps nothing shows the theme until the page is left.
  }
}

// The frame of all pages: where one can go, the theme, and whether the server is still there.

import type { JSX } from 'preact'
import { useEffect } from 'preact/hooks'
import { gone } from './ask'
import { CensusPage } from './pages/census'
import { GamePage } from './pages/game'
import { MiserePage } from './pages/misere'
import { NimberPage } from './pages/nimbers'
import { PlayPage } from './pages/play'
import { WythoffPage } from './pages/wythoff'
import { PAGES, place, type PageName } from './route'
import { dark, turn } from './theme'

const PAGE: Record<PageName, { title: string; view: () => JSX.Element }> = {
  game: { title: 'Game', view: GamePage },
  play: { title: 'Play', view: PlayPage },
  wythoff: { title: 'Wythoff', view: WythoffPage },
  misere: { title: 'Misère', view: MiserePage },
  nimbers: { title: 'Nimbers', view: NimberPage },
  census: { title: 'Census', view: CensusPage },
}

export function App() {
  const { page, query } = place.value
  const { title, view: View } = PAGE[page]
  const subject = query['game'] ?? query['position']
  useEffect(() => {
    document.title = subject === undefined ? `${title} · grundy` : `${subject} · ${title} · grundy`
  }, [title, subject])
  return (
    <>
      <a class="skip" href="#main" onClick={skip}>
        Skip to the page
      </a>
      <header class="top">
        <span class="brand">grundy</span>
        <nav aria-label="Pages">
          {PAGES.map((name) => (
            <a key={name} href={`#/${name}`} aria-current={name === page ? 'page' : undefined}>
              {PAGE[name].title}
            </a>
          ))}
        </nav>
        <button
          type="button"
          class="theme"
          onClick={turn}
          aria-pressed={dark.value}
          aria-label="Dark theme"
          title="Dark or light"
        >
          {dark.value ? '☾' : '☀'}
        </button>
      </header>
      {gone.value && (
        <p role="alert" class="gone">
          The server does not answer. Start it again with <code>grundy serve</code>; this page goes on where it was.
        </p>
      )}
      <main id="main" tabIndex={-1}>
        <h1>{title}</h1>
        <View key={page} />
      </main>
      <footer>
        Everything here is computed on this machine by the library; the page only draws. The address of a page keeps
        its state.
      </footer>
    </>
  )
}

/** The address after `#` is the page's state, so that a jump within the page must not change it. */
function skip(event: Event) {
  event.preventDefault()
  document.getElementById('main')?.focus()
}

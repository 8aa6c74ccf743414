// One stop for the tab key in a picture of many buttons; arrows go on to the next button in their direction.

import { useState } from 'preact/hooks'

/**
 * Which of `stops` the tab key comes to: the last that had the focus as long as it is there, else the first. `frame` is
 * for the element around the buttons, `stop` for each of them.
 */
export function useRoving(stops: readonly string[]) {
  const [last, setLast] = useState<string | undefined>(undefined)
  const here = last !== undefined && stops.includes(last) ? last : stops[0]
  return {
    frame: {
      onKeyDown: rove,
      onFocusIn: (event: FocusEvent) => {
        if (event.target instanceof HTMLElement) setLast(event.target.dataset['stop'])
      },
    },
    stop: (name: string) => ({ 'data-stop': name, tabIndex: name === here ? 0 : -1 }),
  }
}

function rove(event: KeyboardEvent & { currentTarget: HTMLElement }) {
  const ahead = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] }[event.key]
  const here = event.target
  if (ahead === undefined || !(here instanceof HTMLElement)) return
  const [dx = 0, dy = 0] = ahead
  const centre = (element: Element) => {
    const box = element.getBoundingClientRect()
    return { x: box.left + box.width / 2, y: box.top + box.height / 2 }
  }
  const at = centre(here)
  let best: HTMLElement | undefined
  let least = Infinity
  for (const button of event.currentTarget.querySelectorAll<HTMLElement>('button')) {
    const to = centre(button)
    const along = (to.x - at.x) * dx + (to.y - at.y) * dy
    const aside = Math.abs((to.x - at.x) * dy) + Math.abs((to.y - at.y) * dx)
    const far = along + 3 * aside
    if (along > 1 && aside <= along * 1.5 && far < least) {
      least = far
      best = button
    }
  }
  event.preventDefault()
  best?.focus()
}

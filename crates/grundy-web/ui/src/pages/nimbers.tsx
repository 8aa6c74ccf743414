// Nimbers: a calculator, and the multiplication table as a picture.

import { askBytes, useAnswer, useAsk } from '../ask'
import { readBounds, writeBounds } from '../draw/bounds'
import { rgb, scale } from '../draw/colours'
import { cells } from '../draw/frame'
import { Picture } from '../draw/picture'
import { Asking, Card, Choice, Shown } from '../parts'
import { change, place, whole } from '../route'
import type { NimberAnswer } from '../wire'

const EXAMPLES = ['3141 * 5926', '2^2', '1/7', 'sqrt(5)', '6 + 3 * 5', 'order(4)', 'log(9, 2)'] as const

export function NimberPage() {
  const { query } = place.value
  const expression = query['expression'] ?? '6 * 7'
  const asked = useAsk<NimberAnswer>('nimber', { expression })
  const size = whole(query['size'], 256, 4, 1024)
  const table = useAnswer<Uint16Array>(String(size), async (signal) => {
    return new Uint16Array(await askBytes('nimber/table', { size }, signal))
  })
  return (
    <>
      <Card title="Calculator">
        <Asking
          label="Expression"
          value={expression}
          button="Compute"
          wide
          hint="numbers of any size; + - * / ^ ( ), sqrt, log, order, degree, trace, minpoly"
          onAsk={(text) => change({ expression: text }, 'push')}
        />
        <Shown asked={asked.value} what="Computing">
          {(answer) => (
            <p class="verdict result" role="status">
              <code>{answer.expression}</code> = <strong>{resultOf(answer)}</strong>
            </p>
          )}
        </Shown>
        <div class="moves" role="group" aria-label="Examples">
          {EXAMPLES.map((example) => (
            <button key={example} type="button" onClick={() => change({ expression: example }, 'push')}>
              {example}
            </button>
          ))}
        </div>
      </Card>
      <Card title="Multiplication table" class="wide">
        <div class="fields">
          <Choice
            label="Numbers below"
            name="size"
            value={String(size)}
            otherwise="256"
            also={{ at: undefined }}
            options={[
              ['16', '16'],
              ['64', '64'],
              ['256', '256'],
              ['512', '512'],
            ]}
          />
        </div>
        <Shown asked={table.value} what="Multiplying">
          {(products) => (products.length === size * size ? <Products products={products} size={size} /> : null)}
        </Shown>
      </Card>
    </>
  )
}

function resultOf(answer: NimberAnswer): string {
  if (answer.result === null) return answer.reason ?? 'nothing'
  return Array.isArray(answer.result) ? answer.result.join(', ') : String(answer.result)
}

function Products(props: { products: Uint16Array; size: number }) {
  const { products, size } = props
  const { query } = place.value
  const limits = { x0: 0, x1: size, y0: 0, y1: size }
  const a = query['a'] === undefined ? undefined : whole(query['a'], 0, 0, size - 1)
  const b = query['b'] === undefined ? undefined : whole(query['b'], 0, 0, size - 1)
  const top = products.reduce((most, product) => Math.max(most, product), 1)
  const text =
    a === undefined || b === undefined
      ? 'Point at a product, or move with the arrow keys.'
      : `${a} ⊗ ${b} = ${products[a * size + b]}`
  return (
    <>
      <Picture
        name="Nim-products"
        matrix
        square
        limits={limits}
        start={limits}
        bounds={readBounds(query['at'])}
        onBounds={(bounds) => change({ at: bounds && writeBounds(bounds) })}
        least={{ x: 4, y: 4 }}
        axes={{ x: 'b', y: 'a', wholeX: true, wholeY: true }}
        cursor={a === undefined || b === undefined ? undefined : { x: b + 0.5, y: a + 0.5 }}
        cursorText={text}
        onCursor={(spot) => {
          const [row, column] = [Math.floor(spot.y), Math.floor(spot.x)]
          const inside = row >= 0 && column >= 0 && row < size && column < size
          if (inside && (row !== a || column !== b)) change({ a: String(row), b: String(column) })
        }}
        paint={(frame) => {
          cells(frame, (x, y) => {
            const product = products[y * size + x] ?? 0
            // Products of 0 and inverses stand out.
            return product === 0 ? rgb(20, 20, 24) : product === 1 ? rgb(255, 255, 255) : scale(product / top)
          })
        }}
      />
      <p class="readout" role="status">
        {text}
      </p>
      <p class="hint">
        White: the product is 1, the two are inverse to each other. Squares of side 2, 4, 16 and 256 are fields.
      </p>
    </>
  )
}

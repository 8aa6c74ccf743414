import { expect, test } from 'vitest'
import { EventReader } from '../../src/events'

const STREAM =
  ': hello\n\nevent: progress\ndata: {"done":1}\n\n' +
  'event:answer\r\ndata: line 1\r\ndata: line 2\r\n\r\ndata: bare\n\n'
const EVENTS = [
  { event: 'progress', data: '{"done":1}' },
  { event: 'answer', data: 'line 1\nline 2' },
  { event: 'message', data: 'bare' },
]

test('a stream is cut into events', () => {
  expect(new EventReader().push(STREAM)).toEqual(EVENTS)
})

test('it does not matter where the stream is torn', () => {
  for (let at = 0; at <= STREAM.length; at++) {
    const reader = new EventReader()
    expect([...reader.push(STREAM.slice(0, at)), ...reader.push(STREAM.slice(at))]).toEqual(EVENTS)
  }
})

test('an unfinished event waits', () => {
  expect(new EventReader().push('event: answer\ndata: 1\n')).toEqual([])
})

// Server-sent events, read from the body of a response: unlike EventSource, a refusal can be read and never repeats
// itself.

export interface Sent {
  event: string
  data: string
}

/** Cuts a stream of text into events; what is left of an unfinished one waits for more. */
export class EventReader {
  private rest = ''

  push(text: string): Sent[] {
    const blocks = (this.rest + text).replaceAll('\r\n', '\n').split('\n\n')
    this.rest = blocks.pop() ?? ''
    return blocks.map(readEvent).filter((sent) => sent !== undefined)
  }
}

function readEvent(block: string): Sent | undefined {
  let event = 'message'
  const data: string[] = []
  for (const line of block.split('\n')) {
    const colon = line.indexOf(':')
    if (colon === 0) continue
    const field = colon < 0 ? line : line.slice(0, colon)
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '')
    if (field === 'event') event = value
    if (field === 'data') data.push(value)
  }
  return data.length === 0 ? undefined : { event, data: data.join('\n') }
}

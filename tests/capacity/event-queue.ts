/** Events by time, in a binary heap. */
export function createEventQueue<Event extends { at: number }>() {
  const heap: Event[] = []
  return {
    get next(): number {
      return heap[0]?.at ?? Infinity
    },
    push(event: Event): void {
      let index = heap.push(event) - 1
      while (index > 0) {
        const parent = (index - 1) >> 1
        if (heap[parent]!.at <= event.at) break
        heap[index] = heap[parent]!
        index = parent
      }
      heap[index] = event
    },
    pop(): Event | undefined {
      const [first] = heap
      const last = heap.pop()
      if (!last || heap.length === 0) return first
      let index = 0
      for (;;) {
        let child = 2 * index + 1
        if (child >= heap.length) break
        if (child + 1 < heap.length && heap[child + 1]!.at < heap[child]!.at) child += 1
        if (heap[child]!.at >= last.at) break
        heap[index] = heap[child]!
        index = child
      }
      heap[index] = last
      return first
    },
  }
}

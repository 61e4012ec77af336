import { Block, BlockLink } from '~/ui/block'

import { DeadlineLines } from './deadline-lines'
import type { DeadlinesView } from './load-deadlines.server'

/** Upcoming deadlines under a heading; nothing without any. */
export function DeadlinesBlock({ deadlines }: { deadlines: DeadlinesView | null }) {
  if (!deadlines) return null
  return (
    <Block
      title="Скоро закончится"
      id="deadlines"
      action={
        <BlockLink to="/deadlines" of="Скоро закончится">
          {deadlines.all}
        </BlockLink>
      }
    >
      <DeadlineLines {...deadlines} />
    </Block>
  )
}

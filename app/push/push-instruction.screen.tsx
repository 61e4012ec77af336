import type { MetaFunction } from '@remix-run/node'

import { pageTitle } from '~/domain/page-title'
import { guideFor, pushGuides, type PushGuide } from './push-guides'
import { classes } from '~/ui/classes'
import { Block } from '~/ui/block'
import { Details } from '~/ui/details'
import { useOwnDevice } from '~/ui/site'
import { PageHeader } from '~/ui/page-header'

import styles from './push-instruction.module.css'

export const meta: MetaFunction = ({ matches }) => [pageTitle(matches, 'Как разрешить пуши')]

/** The guard of a screen runs with its loader. */
export const loader = () => null

export default function PushInstructionScreen() {
  const device = useOwnDevice()
  const own = device && guideFor(device)
  const others = pushGuides.filter((guide) => guide !== own)
  return (
    <div className={classes('stack gap-8', styles.screen)}>
      <PageHeader
        title="Как разрешить пуши"
        backHref="/profile/notification"
        backLabel="Уведомления"
        lead="Кроме вашего согласия нужно разрешение браузера. Дать его или вернуть можно за&nbsp;минуту."
      />
      {own && (
        <Block title={own.title} id="own">
          <div className="card">
            <Steps guide={own} />
          </div>
        </Block>
      )}
      <Block title={own ? 'Другое устройство' : 'Выберите устройство'} id="others">
        {others.map((guide) => (
          <Details key={guide.key} summary={guide.title}>
            <Steps guide={guide} />
          </Details>
        ))}
      </Block>
    </div>
  )
}

function Steps({ guide }: { guide: PushGuide }) {
  return (
    <div className={styles.steps}>
      <h3>Разрешить</h3>
      <ol>
        {guide.allow.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <h3>Если пуши заблокированы</h3>
      <ol>
        {guide.unblock.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
    </div>
  )
}

import { tracked } from '~/analytics/tracked'
import { classes } from '~/ui/classes'
import { Details } from '~/ui/details'
import { Illustration } from '~/ui/illustration'

import styles from './cards-add.module.css'

/** Shows where number and code are on the plastic card. */
export function WhereIsIt() {
  return (
    <Details summary="Где искать номер и код" {...tracked('Card:Guide', {})}>
      <div className={classes('stack gap-4', styles.guide)}>
        <Illustration name="card-guide" />
        <ol className={classes('stack gap-2', styles.places)}>
          <li>Номер напечатан на обороте, под штрихкодом.</li>
          <li>
            Код — три цифры рядом, под серым слоем. Сотрите его монетой, и цифры станут видны.
          </li>
        </ol>
      </div>
    </Details>
  )
}
